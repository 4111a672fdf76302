package dev.hyperterse.catalog.encoding;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.exc.InvalidTypeIdException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/** Names the part of a catalog that stopped the mapper, in words for the status and the log. */
final class UnknownContent {
    private static final String UNKNOWN = "this build does not know %s, which a newer version wrote";

    private UnknownContent() {}

    static String describe(JacksonException broken) {
        return switch (broken) {
            case UnrecognizedPropertyException unknown -> UNKNOWN.formatted("the field '%s'".formatted(path(unknown)));
            case InvalidTypeIdException unknown
            when unknown.getTypeId() != null ->
                UNKNOWN.formatted("the type '%s'%s".formatted(unknown.getTypeId(), place(unknown)));
            case InvalidFormatException unknown
            when unknown.getTargetType().isEnum() ->
                UNKNOWN.formatted("the value '%s'%s".formatted(unknown.getValue(), place(unknown)));
            default -> broken.getOriginalMessage();
        };
    }

    /** As in {@code  of 'inputs.fields[0].type'}; empty for a definition itself. */
    private static String place(DatabindException unknown) {
        return unknown.getPath().isEmpty() ? "" : " of '%s'".formatted(path(unknown));
    }

    /** As in {@code auth.required[0].audience}. */
    private static String path(DatabindException unknown) {
        var path = new StringBuilder();
        unknown.getPath()
                .forEach(step -> path.append(
                        step.getPropertyName() == null ? "[" + step.getIndex() + "]" : "." + step.getPropertyName()));
        return path.substring(1);
    }
}
