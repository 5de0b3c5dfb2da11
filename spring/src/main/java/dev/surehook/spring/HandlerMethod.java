package dev.surehook.spring;

import dev.surehook.engine.source.LaneRules;
import dev.surehook.engine.source.RetrySchedule;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One method that is marked with {@link WebhookHandler}.
 *
 * @param source empty for every source
 * @param lane the lane of its own, or the default one, with the patterns of its types; none for every type
 */
record HandlerMethod(
        Object bean,
        Method method,
        String source,
        LaneRules lane,
        Optional<List<java.time.Duration>> retries,
        boolean unwrap) {

    /** Reads the payload as a type; what it may throw goes to whoever invokes. */
    @FunctionalInterface
    interface Payload {
        @Nullable
        Object as(Type type, boolean unwrap) throws UnreadablePayload;
    }

    List<String> types() {
        return lane.types();
    }

    String name() {
        return method.getDeclaringClass().getSimpleName() + "." + method.getName();
    }

    /** The schedule of this handler, moved about like the source's own. */
    Optional<RetrySchedule> retries(double jitter) {
        return retries.map(delays -> new RetrySchedule(delays, jitter));
    }

    /** @throws Exception what the method threw, or that the payload cannot be read */
    void invoke(WebhookEvent event, Payload payload) throws Exception {
        Parameter[] parameters = method.getParameters();
        @Nullable Object[] arguments = new Object[parameters.length];
        for (int i = 0; i < parameters.length; i++) {
            arguments[i] = argument(parameters[i], event, payload);
        }
        try {
            method.invoke(bean, arguments);
        } catch (InvocationTargetException e) {
            Throwable thrown = e.getCause();
            if (thrown instanceof Exception exception) {
                throw exception;
            }
            if (thrown instanceof Error error) {
                throw error;
            }
            throw e;
        }
    }

    private @Nullable Object argument(Parameter parameter, WebhookEvent event, Payload payload)
            throws UnreadablePayload {
        if (parameter.getType() == WebhookEvent.class) {
            return event;
        }
        if (parameter.getType() == byte[].class) {
            return event.body().bytes();
        }
        return payload.as(parameter.getParameterizedType(), unwrap);
    }
}
