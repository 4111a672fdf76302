package dev.hyperterse.playground.e2e;

import dev.hyperterse.controlplane.junit.RealApiServer;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives a test a {@code Gateway}: a namespace of its own on a playground with one operator. A class has the playground for
 * itself while it runs and gives it to the next as it is. A test that breaks what others stand on starts one of its own.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@RealApiServer(controllers = true)
@ExtendWith(SharedPlayground.class)
@interface OnPlayground {}
