package dev.hyperterse.crds.schema;

import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A column of {@code kubectl get}. Columns appear in the order in which a kind lists them. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@Repeatable(Column.Columns.class)
public @interface Column {
    String name();

    /** JSONPath of the value, as kubectl reads it. */
    String path();

    String type() default "string";

    /** Shown only with {@code -o wide}. */
    boolean wide() default false;

    /** All columns of a kind. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.TYPE)
    @interface Columns {
        Column[] value();
    }
}
