package dev.surehook.spring;

import dev.surehook.engine.event.LaneKey;
import dev.surehook.engine.event.SourceName;
import dev.surehook.engine.source.LaneRules;
import dev.surehook.engine.source.Order;
import dev.surehook.engine.source.RetrySchedule;
import dev.surehook.engine.store.StartFailure;
import dev.surehook.signatures.Locator;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.scheduling.annotation.Async;
import org.springframework.util.ClassUtils;

/** Finds the methods that are marked with {@link WebhookHandler} among the beans of an application. */
final class HandlerScan {
    private static final int DEFAULT_BATCH = 100;

    /** Annotations that begin transactions, with the attribute that says how; the second one need not be there. */
    private static final Map<String, String> TRANSACTIONAL = Map.of(
            "org.springframework.transaction.annotation.Transactional",
            "propagation",
            "jakarta.transaction.Transactional",
            "value");

    private static final Set<String> APART = Set.of("REQUIRES_NEW", "NOT_SUPPORTED", "NEVER");

    private final ConfigurableListableBeanFactory beans;

    HandlerScan(ConfigurableListableBeanFactory beans) {
        this.beans = beans;
    }

    /** @throws StartFailure when a method cannot be a handler; the text says why */
    HandlerMethods find() {
        List<HandlerMethod> found = new ArrayList<>();
        for (String name : beans.getBeanDefinitionNames()) {
            Class<?> type = beans.getType(name, false);
            if (type != null
                    && AnnotationUtils.isCandidateClass(type, WebhookHandler.class)
                    && !beans.getBeanDefinition(name).isAbstract()) {
                Map<Method, WebhookHandler> marked = MethodIntrospector.selectMethods(
                        ClassUtils.getUserClass(type), (MethodIntrospector.MetadataLookup<WebhookHandler>)
                                method -> AnnotatedElementUtils.findMergedAnnotation(method, WebhookHandler.class));
                marked.forEach((method, mark) -> {
                    requireCommitsWithMark(method, ClassUtils.getUserClass(type));
                    found.add(handler(name, method, mark));
                });
            }
        }
        return new HandlerMethods(found);
    }

    private HandlerMethod handler(String beanName, Method method, WebhookHandler mark) {
        requireUsable(method);
        requireDoneOnReturn(method);
        requireEffective(method, mark);
        Object bean = beans.getBean(beanName);
        Method invocable = AopUtils.selectInvocableMethod(method, bean.getClass());
        invocable.setAccessible(true);
        return new HandlerMethod(
                bean,
                invocable,
                source(method, mark),
                lane(beanName, method, mark),
                retries(method, mark),
                mark.unwrap());
    }

    private String source(Method method, WebhookHandler mark) {
        String name = resolved(mark.source());
        if (name.isEmpty() || SourceName.isValid(name)) {
            return name;
        }
        try {
            return new SourceName(name).value();
        } catch (IllegalArgumentException e) {
            throw new StartFailure("@WebhookHandler method " + method + ": " + e.getMessage(), e);
        }
    }

    private Optional<List<Duration>> retries(Method method, WebhookHandler mark) {
        if (mark.retry().length == 0) {
            return Optional.empty();
        }
        List<Duration> delays = Arrays.stream(mark.retry())
                .map(text -> delay(method, resolved(text)))
                .toList();
        try {
            return Optional.of(new RetrySchedule(delays, 0).delays());
        } catch (IllegalArgumentException e) {
            throw new StartFailure("@WebhookHandler method " + method + ": " + e.getMessage(), e);
        }
    }

    private LaneRules lane(String beanName, Method method, WebhookHandler mark) {
        List<String> types = Arrays.stream(mark.type()).map(this::resolved).toList();
        int batch = batch(method, mark);
        if (mark.concurrency() == 0 && batch == 1 && mark.orderBy().length == 0) {
            return LaneRules.byDefault(types);
        }
        try {
            return new LaneRules(laneName(beanName, method), types, mark.concurrency(), batch, order(mark));
        } catch (IllegalArgumentException e) {
            throw new StartFailure("@WebhookHandler method " + method + ": " + e.getMessage(), e);
        }
    }

    private Optional<Order> order(WebhookHandler mark) {
        List<Locator.JsonPath> places = Arrays.stream(mark.orderBy())
                .map(path -> Locator.json(resolved(path)))
                .toList();
        return places.isEmpty() ? Optional.empty() : Optional.of(new Order(places, mark.continueWhenParked()));
    }

    /** The same after each start, so that what waits in the lane is found again. */
    private static String laneName(String beanName, Method method) {
        String name = (beanName + "#" + method.getName()).replaceAll("[^A-Za-z0-9._#$-]", "-");
        return name.length() > LaneKey.MAX_NAME ? name.substring(name.length() - LaneKey.MAX_NAME) : name;
    }

    private static void requireUsable(Method method) {
        boolean lists = HandlerMethod.takesLists(method);
        int payloads = 0;
        for (Parameter parameter : method.getParameters()) {
            if (lists && parameter.getType() != List.class) {
                throw new StartFailure("@WebhookHandler method " + method
                        + " asks for lists and for " + parameter.getType().getSimpleName()
                        + ": it takes events together, then each parameter is a List, or one by one, then none is");
            }
            Type type = parameter.getParameterizedType();
            payloads += isGiven(lists ? HandlerMethod.elementType(type) : type) ? 0 : 1;
        }
        if (payloads > 1) {
            throw new StartFailure("@WebhookHandler method " + method
                    + " asks for more than one payload: it takes one, a WebhookEvent and a byte[] at the most");
        }
    }

    /** What runs on after the return is in no transaction, and nobody hears what it throws. */
    private static void requireDoneOnReturn(Method method) {
        Class<?> result = method.getReturnType();
        if (Future.class.isAssignableFrom(result)
                || CompletionStage.class.isAssignableFrom(result)
                || ReactiveAdapterRegistry.getSharedInstance().getAdapter(result) != null
                || AnnotatedElementUtils.hasAnnotation(method, Async.class)
                || AnnotatedElementUtils.hasAnnotation(method.getDeclaringClass(), Async.class)) {
            throw new StartFailure(
                    "@WebhookHandler method " + method + " goes on after its return (@Async, or a future or"
                            + " a publisher as its result): that would be outside the transaction, and what it throws would be"
                            + " lost; let it return when its work is done");
        }
    }

    /** A transaction of its own, or none, ends apart from the one that holds the mark. */
    private static void requireCommitsWithMark(Method method, Class<?> type) {
        for (String annotation : TRANSACTIONAL.keySet()) {
            MergedAnnotation<?> mark = onMethodOrClass(method, type, annotation);
            String attribute = TRANSACTIONAL.getOrDefault(annotation, "");
            String propagation = mark.isPresent()
                    ? mark.getValue(attribute).map(String::valueOf).orElse("")
                    : "";
            if (APART.contains(propagation)) {
                throw new StartFailure("@WebhookHandler method " + method + " is @Transactional with " + propagation
                        + ": what it does would not commit together with the mark that the event is processed, and could"
                        + " be done twice or not at all; take that away, the method runs in a transaction anyway");
            }
        }
    }

    private static MergedAnnotation<?> onMethodOrClass(Method method, Class<?> type, String annotation) {
        MergedAnnotation<?> own =
                MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY).get(annotation);
        return own.isPresent()
                ? own
                : MergedAnnotations.from(type, SearchStrategy.TYPE_HIERARCHY).get(annotation);
    }

    /** What would be ignored in silence is a mistake. */
    private static void requireEffective(Method method, WebhookHandler mark) {
        if (mark.continueWhenParked() && mark.orderBy().length == 0) {
            throw new StartFailure("@WebhookHandler method " + method
                    + " sets continueWhenParked, which needs orderBy: nothing waits behind an event without an order");
        }
    }

    private static int batch(Method method, WebhookHandler mark) {
        int byDefault = HandlerMethod.takesLists(method) ? DEFAULT_BATCH : 1;
        return mark.batch() == 0 ? byDefault : mark.batch();
    }

    private static boolean isGiven(Type type) {
        return type == WebhookEvent.class || type == byte[].class;
    }

    private static Duration delay(Method method, String text) {
        try {
            return DurationStyle.detectAndParse(text);
        } catch (IllegalArgumentException e) {
            throw new StartFailure(
                    "@WebhookHandler method " + method + ": retry \"" + text
                            + "\" is not a duration such as 30s, 5m or 2h",
                    e);
        }
    }

    private String resolved(String text) {
        try {
            String value = beans.resolveEmbeddedValue(text);
            return value == null ? "" : value;
        } catch (IllegalArgumentException e) {
            throw new StartFailure("@WebhookHandler: " + e.getMessage(), e);
        }
    }
}
