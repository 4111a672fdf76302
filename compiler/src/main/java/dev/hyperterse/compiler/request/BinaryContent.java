package dev.hyperterse.compiler.request;

import dev.hyperterse.catalog.statement.Reference;
import dev.hyperterse.catalog.statement.Value;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.crds.v1alpha1.shared.Formats;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Compiles bytes that callers give in base64: a part, or a whole body. */
record BinaryContent(PlacedText texts, List<Problem> problems) {
    static final String USUAL_TYPE = "application/octet-stream";

    private static final Pattern CONTENT_TYPE = Pattern.compile(Formats.MIME_TYPE);

    /** The value that has them; empty when the text has problems. */
    Optional<Reference> reference(String text, String at, PlacedText.Place place) {
        var value = texts.value(text, at, place);
        if (value.isEmpty()) {
            return Optional.empty();
        }
        if (value.get() instanceof Value.Whole(var reference) && texts.isOfStrings(reference)) {
            return Optional.of(reference);
        }
        problems.add(RequestRule.PART_CONTENT.problem(
                at,
                "base64 is not one placeholder of a string" + (place.takesLists() ? " or of an array of strings" : ""),
                "write it like '{{ inputs.file }}', and content that is always the same as text"));
        return Optional.empty();
    }

    /** No value of a call is part of a content type. */
    void checkType(Optional<String> declared, String at) {
        declared.filter(type -> !CONTENT_TYPE.matcher(type).matches())
                .ifPresent(type -> problems.add(RequestRule.PART_TYPE.problem(
                        at,
                        "'%s' is not a content type".formatted(type),
                        "write it like text/csv; charset=utf-8, without placeholders")));
    }
}
