package dev.hyperterse.testbed;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * A class of unit tests that does little but wait, and for long: it runs beside the others of its module, which run one
 * after the other. Classes that wait do so as well, and so do the tests of each: the lock keeps them apart.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock("dev.hyperterse.testbed.Waiting")
public @interface Waiting {}
