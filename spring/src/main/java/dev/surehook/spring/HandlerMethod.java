package dev.surehook.spring;

import dev.surehook.engine.source.LaneRules;
import dev.surehook.engine.source.RetrySchedule;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
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

    /** Reads the payload of one of the events as a type; what it may throw goes to whoever invokes. */
    @FunctionalInterface
    interface Payload {
        @Nullable
        Object as(int index, Type type, boolean unwrap) throws UnreadablePayload;
    }

    /** Whether a method takes events together: its parameters are lists. */
    static boolean takesLists(Method method) {
        return Arrays.asList(method.getParameterTypes()).contains(List.class);
    }

    /** Whether several events share a transaction of this method. */
    boolean takesSeveral() {
        return lane.batch() > 1;
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

    /**
     * Calls the method once with all events where it takes lists, else once for each.
     *
     * @throws Exception what the method threw, or that a payload cannot be read
     */
    void invoke(List<WebhookEvent> events, Payload payload) throws Exception {
        Type[] types = method.getGenericParameterTypes();
        @Nullable Object[] arguments = new Object[types.length];
        if (takesLists(method)) {
            for (int i = 0; i < types.length; i++) {
                arguments[i] = all(elementType(types[i]), events, payload);
            }
            call(arguments);
            return;
        }
        for (int event = 0; event < events.size(); event++) {
            for (int i = 0; i < types.length; i++) {
                arguments[i] = argument(types[i], events, event, payload);
            }
            call(arguments);
        }
    }

    private void call(@Nullable Object[] arguments) throws Exception {
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

    private List<@Nullable Object> all(Type type, List<WebhookEvent> events, Payload payload) throws UnreadablePayload {
        List<@Nullable Object> all = new ArrayList<>(events.size());
        for (int i = 0; i < events.size(); i++) {
            all.add(argument(type, events, i, payload));
        }
        return Collections.unmodifiableList(all);
    }

    /** A list without a type is one of maps, as the mapper makes them. */
    static Type elementType(Type list) {
        return list instanceof ParameterizedType parameterized
                ? parameterized.getActualTypeArguments()[0]
                : Object.class;
    }

    private @Nullable Object argument(Type type, List<WebhookEvent> events, int index, Payload payload)
            throws UnreadablePayload {
        if (type == WebhookEvent.class) {
            return events.get(index);
        }
        if (type == byte[].class) {
            return events.get(index).body().bytes();
        }
        return payload.as(index, type, unwrap);
    }
}
