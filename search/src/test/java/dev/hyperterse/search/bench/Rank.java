package dev.hyperterse.search.bench;

import dev.hyperterse.search.SearchHit;
import dev.hyperterse.search.SearchIndex;
import dev.hyperterse.search.document.SearchDocument;
import dev.hyperterse.search.document.SearchInput;
import dev.hyperterse.search.document.ToolShape;
import dev.hyperterse.search.text.Language;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Ranks the tools of a file for an evaluation program. The first line that it reads is {@code {"tools": PATH}}, a file of
 * one JSON object a line: id, name, description, inputs, statement. Every further line is {@code {"query": TEXT}}, answered
 * by one line {@code {"ranked": [ID, ...]}}.
 */
public final class Rank {
    private static final JsonMapper JSON = new JsonMapper();
    private static final int FIRST = 10;

    private final Map<SearchDocument, String> ids = new IdentityHashMap<>();
    private final SearchIndex index;

    private Rank(Path tools) throws IOException {
        var documents = new ArrayList<SearchDocument>();
        for (var line : Files.readAllLines(tools)) {
            if (!line.isBlank()) {
                var tool = JSON.readTree(line);
                var document = document(tool);
                ids.put(document, tool.path("id").asString());
                documents.add(document);
            }
        }
        this.index = SearchIndex.empty(Language.ENGLISH).compose(Segments.of(documents, Segments.SLOTS));
    }

    public static void main(String[] arguments) throws IOException {
        var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        var output = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        var first = input.readLine();
        if (first == null) {
            return;
        }
        var rank = new Rank(Path.of(JSON.readTree(first).path("tools").asString()));
        for (var line = input.readLine(); line != null; line = input.readLine()) {
            output.println(rank.answer(JSON.readTree(line).path("query").asString("")));
        }
    }

    private String answer(String query) {
        var answer = JSON.createObjectNode();
        var ranked = answer.putArray("ranked");
        index.search(query, FIRST).stream()
                .map(SearchHit::document)
                .map(ids::get)
                .forEach(ranked::add);
        return answer.toString();
    }

    private static SearchDocument document(JsonNode tool) {
        List<SearchInput> inputs = new ArrayList<>();
        for (var input : tool.path("inputs")) {
            inputs.add(new SearchInput(
                    input.path("name").asString(""),
                    input.path("type").asString("string"),
                    input.path("optional").asBoolean(false),
                    text(input, "description"),
                    Optional.empty()));
        }
        return new SearchDocument(
                tool.path("name").asString(),
                text(tool, "title"),
                tool.path("description").asString(""),
                text(tool, "statement"),
                inputs,
                shape(tool.path("inputs")));
    }

    /** What the file says of an input beside name and type is taken as its schema. */
    private static ToolShape shape(JsonNode inputs) {
        var schema = JSON.createObjectNode().put("type", "object");
        var properties = schema.putObject("properties");
        for (var input : inputs) {
            properties.set(input.path("name").asString(""), input);
        }
        return new ToolShape(schema, Optional.empty(), Optional.empty());
    }

    private static Optional<String> text(JsonNode node, String member) {
        return Optional.of(node.path(member).asString("")).filter(text -> !text.isEmpty());
    }
}
