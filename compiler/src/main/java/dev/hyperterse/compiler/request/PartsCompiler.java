package dev.hyperterse.compiler.request;

import dev.hyperterse.catalog.request.BodyPart;
import dev.hyperterse.catalog.statement.Value;
import dev.hyperterse.compiler.problem.FieldPath;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.crds.v1alpha1.action.Request;
import dev.hyperterse.crds.v1alpha1.shared.Formats;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Compiles the parts of a body of multipart/form-data. Names and content types are the author's. */
record PartsCompiler(PlacedText texts, List<Problem> problems, String path) {
    private static final Pattern NAME = Pattern.compile(Formats.PART_NAME);

    List<BodyPart> compile(List<Request.Part> declared) {
        return IntStream.range(0, declared.size())
                .mapToObj(index -> part(declared.get(index), FieldPath.item(path, index)))
                .flatMap(Optional::stream)
                .toList();
    }

    private Optional<BodyPart> part(Request.Part declared, String at) {
        if (!NAME.matcher(declared.name()).matches() || declared.name().contains("{{")) {
            problems.add(RequestRule.PART_NAME.problem(
                    at + ".name",
                    "the name is empty, or has a placeholder, a backslash or a control character",
                    "write the name of the field as the API has it"));
        }
        bytes().checkType(declared.contentType(), at + ".contentType");
        var fileName = declared.fileName().flatMap(text -> fileName(text, at + ".fileName"));
        return content(declared, at)
                .map(content -> new BodyPart(
                        BodyPart.quoted(declared.name()),
                        fileName,
                        declared.contentType().or(() -> usualType(content)),
                        content));
    }

    private Optional<Value> fileName(String text, String at) {
        var value = texts.value(text, at, PlacedText.Place.FILE_NAME);
        if (value.filter(it -> !BodyPart.isFileName(example(it))).isPresent()) {
            problems.add(RequestRule.PART_NAME.problem(
                    at,
                    "the name of the file is empty, . or .., or has a slash, backslash or control character",
                    "write the name alone, such as '{{ inputs.title }}.csv', without folders"));
        }
        return value;
    }

    private BinaryContent bytes() {
        return new BinaryContent(texts, problems);
    }

    /** The text with a letter for each value. */
    private static String example(Value value) {
        return value instanceof Value.Concatenation(var pieces)
                ? pieces.stream()
                        .map(piece -> switch (piece) {
                            case Value.Literal(var text) -> text;
                            case Value.Inserted _ -> "a";
                        })
                        .collect(Collectors.joining())
                : "a";
    }

    private Optional<BodyPart.Content> content(Request.Part declared, String at) {
        var set = Stream.of(declared.text(), declared.json(), declared.base64())
                .filter(Optional::isPresent)
                .count();
        if (set != 1) {
            problems.add(RequestRule.PART_CONTENT.problem(
                    at,
                    "the part sets none of text, json and base64, or several",
                    "set exactly one of text, json and base64"));
            return Optional.empty();
        }
        if (declared.base64().isPresent()) {
            return bytes().reference(declared.base64().get(), at + ".base64", PlacedText.Place.PART)
                    .map(BodyPart.Binary::new);
        }
        return declared.text()
                .<Optional<BodyPart.Content>>map(text ->
                        texts.value(text, at + ".text", PlacedText.Place.PART).map(BodyPart.Text::new))
                .orElseGet(() -> new JsonCompiler(texts, problems)
                        .compile(declared.json().orElseThrow().tree(), at + ".json")
                        .map(BodyPart.Json::new));
    }

    private static Optional<String> usualType(BodyPart.Content content) {
        return switch (content) {
            case BodyPart.Text _ -> Optional.empty();
            case BodyPart.Json _ -> Optional.of("application/json");
            case BodyPart.Binary _ -> Optional.of(BinaryContent.USUAL_TYPE);
        };
    }
}
