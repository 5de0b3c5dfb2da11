package dev.surehook.spring;

import dev.surehook.engine.store.StartFailure;
import org.springframework.beans.factory.InitializingBean;

/** Ends the start of a WebFlux application: there is no servlet that could take the requests. */
public final class ReactiveRefusal implements InitializingBean {

    @Override
    public void afterPropertiesSet() {
        throw new StartFailure("this is a WebFlux application, and the starter receives with a servlet: use Spring MVC"
                + " (spring.main.web-application-type=servlet where both are on the class path), or let the stand-alone"
                + " Surehook server receive and forward to this application");
    }
}
