package dev.hyperterse.playground.e2e;

import dev.hyperterse.controlplane.junit.RealApiServer;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Gives a test a {@code Gateway}: a namespace of its own on a playground with one operator that all such tests share, one
 * after the other. A test that breaks what others stand on starts a playground of its own, and runs beside them.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@RealApiServer(controllers = true)
@Execution(ExecutionMode.SAME_THREAD)
@ExtendWith(SharedPlayground.class)
@interface OnPlayground {}
