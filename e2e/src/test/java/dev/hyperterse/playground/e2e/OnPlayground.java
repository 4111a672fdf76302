package dev.hyperterse.playground.e2e;

import dev.hyperterse.controlplane.junit.RealApiServer;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives a test a {@code Gateway}: a namespace of its own on a playground with one operator, which other classes use at the
 * same time. A class that takes one before all its tests shares the namespace among them. A test that stops what a
 * playground consists of starts one of its own.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@RealApiServer(controllers = true)
@ExtendWith(SharedPlayground.class)
@interface OnPlayground {
    /** Whether the class changes the installation. It has a playground for itself and gives it to the next such class. */
    boolean alone() default false;
}
