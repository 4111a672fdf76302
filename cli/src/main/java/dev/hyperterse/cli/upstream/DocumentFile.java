package dev.hyperterse.cli.upstream;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import dev.hyperterse.catalog.request.DocumentDigest;
import dev.hyperterse.cli.print.Counted;
import dev.hyperterse.compiler.openapi.document.ApiDocument;
import dev.hyperterse.compiler.openapi.document.OpenApiVersion;
import dev.hyperterse.compiler.openapi.document.Operation;
import dev.hyperterse.compiler.openapi.document.UnreadableDocument;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * An OpenAPI document as it is kept in Git: as the API publishes it, but JSON with one member a line, so that a comparison of
 * two versions shows what has changed.
 *
 * @param digest of the text that the API publishes
 */
public record DocumentFile(String text, ApiDocument document, String digest) implements ApprovedFile<DocumentFile> {
    private static final ObjectWriter LINES = new ObjectMapper()
            .writer(new DefaultPrettyPrinter()
                    .withObjectIndenter(new DefaultIndenter("  ", "\n"))
                    .withArrayIndenter(new DefaultIndenter("  ", "\n")));

    /** Members of a document that say nothing about a tool, or are compared one by one. */
    private static final Set<String> NOT_COMPARED =
            Set.of("info", "externalDocs", "tags", "security", "paths", "components");

    /** @throws IllegalArgumentException when tools cannot be made of the text */
    public static DocumentFile read(String text) {
        return whole(text).withOperations();
    }

    /**
     * A document that may have more operations than tools can be made of, to be cut.
     *
     * @throws IllegalArgumentException when it is none
     */
    public static DocumentFile whole(String text) {
        var document = document(text);
        OpenApiVersion.problem(document.root()).ifPresent(problem -> {
            throw new IllegalArgumentException(problem);
        });
        return new DocumentFile(text, document, DocumentDigest.of(text));
    }

    private static ApiDocument document(String text) {
        try {
            return ApiDocument.read(text, FetchedDocument.LARGEST);
        } catch (UnreadableDocument broken) {
            throw unreadable(broken);
        }
    }

    private DocumentFile withOperations() {
        try {
            Operation.of(document);
            return this;
        } catch (UnreadableDocument tooMany) {
            throw unreadable(tooMany);
        }
    }

    private static IllegalArgumentException unreadable(UnreadableDocument why) {
        return new IllegalArgumentException("it cannot be read: " + why.getMessage());
    }

    /** With a text that people can compare, as far as a ConfigMap holds it. */
    public DocumentFile inLines() {
        return text.stripLeading().startsWith("{")
                ? new DocumentFile(inLines(document.root(), text), document, digest)
                : this;
    }

    /**
     * Only the operations at or below some paths, and what their tools are made of, as JSON.
     *
     * @throws IllegalArgumentException when it has none of them
     */
    public DocumentFile cutTo(List<String> paths) {
        var cut = CutDocument.of(document, paths);
        var json = inLines(cut, cut.toString());
        // Read as the file will be: a number of YAML is another node than the same in JSON.
        return new DocumentFile(json, document(json), digest).withOperations();
    }

    private static String inLines(JsonNode root, String brief) {
        try {
            var lines = LINES.writeValueAsString(root) + "\n";
            return lines.length() > ApiDocument.LARGEST ? brief : lines;
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    @Override
    public String summary() {
        var large = text.length() > ApiDocument.LARGEST
                ? ", %d KiB where a ConfigMap holds %d: import some of its paths with --path"
                        .formatted(text.length() >> 10, ApiDocument.LARGEST >> 10)
                : "";
        return "OpenAPI %s with %s%s (digest %s)"
                .formatted(
                        NamedDifferences.visible(document.root().path("openapi").asText()),
                        Counted.of(Operation.of(document).size(), "operation"),
                        large,
                        digest);
    }

    /** By meaning: neither order nor white space counts, nor what no tool is made of. */
    @Override
    public List<String> differences(DocumentFile now) {
        var differences = new NamedDifferences("", "the API has it no more");
        return Stream.of(
                        differences.of(operations(), now.operations()),
                        differences.of(components(), now.components()),
                        differences.of(rest(), now.rest()))
                .flatMap(List::stream)
                .toList();
    }

    private SortedMap<String, Map<String, ?>> operations() {
        var operations = new TreeMap<String, Map<String, ?>>();
        Operation.of(document).forEach(operation -> {
            var members = members(operation.node());
            // Those of the path hold for each of its operations.
            Stream.of("parameters", "servers")
                    .filter(operation.shared()::has)
                    .forEach(it ->
                            members.put(it + " of the path", operation.shared().path(it)));
            operations.put(operation.display(), members);
        });
        return operations;
    }

    private SortedMap<String, Map<String, ?>> components() {
        var components = new TreeMap<String, Map<String, ?>>();
        document.root().path("components").properties().forEach(section -> section.getValue()
                .properties()
                .forEach(it ->
                        components.put("components/" + section.getKey() + "/" + it.getKey(), members(it.getValue()))));
        return components;
    }

    private SortedMap<String, Map<String, ?>> rest() {
        var rest = members(document.root());
        rest.keySet().removeAll(NOT_COMPARED);
        return new TreeMap<>(Map.of("the document", rest));
    }

    private static Map<String, JsonNode> members(JsonNode object) {
        var members = new HashMap<String, JsonNode>();
        object.properties().forEach(it -> members.put(it.getKey(), it.getValue()));
        return members;
    }
}
