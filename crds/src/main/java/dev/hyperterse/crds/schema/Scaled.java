package dev.hyperterse.crds.schema;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A kind that {@code kubectl scale} and autoscalers can scale: where its numbers and the selector of its pods are. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Scaled {
    String spec();

    String status();

    String selector();
}
