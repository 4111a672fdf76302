package dev.hyperterse.cli.document;

import dev.hyperterse.cli.diagnostics.Place;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;

/** Decodes a JSON file; like kubectl it takes several documents one after the other. */
public final class JsonTree {
    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(500)
                    .maxStringLength(SourceText.MOST_BYTES)
                    .build())
            .build();

    private final SourceFile file;
    private final JsonParser parser;
    private int values;

    private JsonTree(SourceFile file, JsonParser parser) {
        this.file = file;
        this.parser = parser;
    }

    public static List<Tree> of(SourceFile file) {
        try (var parser = JSON.createParser(ObjectReadContext.empty(), file.text())) {
            var trees = new ArrayList<Tree>();
            while (parser.nextToken() != null) {
                var reader = new JsonTree(file, parser);
                trees.add(reader.value(reader.here()));
            }
            return trees;
        } catch (JacksonException broken) {
            var place = Optional.ofNullable(broken.getLocation()).map(it -> placeOf(file, it));
            throw new UnreadableManifest(
                    place.orElse(file.place(1, 1)), "json-syntax", broken.getOriginalMessage(), "");
        }
    }

    private Tree value(Place key) {
        if (++values > BoundedParser.MOST_VALUES) {
            throw new UnreadableManifest(key, BoundedParser.RULE, BoundedParser.MESSAGE, BoundedParser.REMEDY);
        }
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(key);
            case START_ARRAY -> array(key);
            case VALUE_STRING -> scalar(key, Optional.of(parser.getString()));
            case VALUE_NUMBER_INT -> scalar(key, Optional.of(integer()));
            case VALUE_NUMBER_FLOAT -> scalar(key, Optional.of(KubectlScalars.normal(parser.getDoubleValue())));
            case VALUE_TRUE -> scalar(key, Optional.of(true));
            case VALUE_FALSE -> scalar(key, Optional.of(false));
            case VALUE_NULL -> scalar(key, Optional.empty());
            case END_OBJECT, END_ARRAY, PROPERTY_NAME, NOT_AVAILABLE, VALUE_EMBEDDED_OBJECT ->
                throw new IllegalStateException("no value: " + parser.currentToken());
        };
    }

    private Object integer() {
        return switch (parser.getNumberType()) {
            case INT, LONG -> parser.getLongValue();
            case BIG_INTEGER, FLOAT, DOUBLE, BIG_DECIMAL -> parser.getDoubleValue();
        };
    }

    private Tree object(Place key) {
        var start = here();
        var content = new LinkedHashMap<String, Object>();
        var fields = new LinkedHashMap<String, SourceMap>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            var name = parser.currentName();
            var place = here();
            if (fields.containsKey(name)) {
                throw new UnreadableManifest(
                        place,
                        "json-duplicate-key",
                        "key \"%s\" is already set in line %d"
                                .formatted(name, fields.get(name).key().line()),
                        "keep one of the two");
            }
            parser.nextToken();
            var value = value(place);
            content.put(name, value.content());
            fields.put(name, value.sources());
        }
        return new Tree(content, new SourceMap(key, start, fields, List.of(), new TextLayout.Rearranged()));
    }

    private Tree array(Place key) {
        var start = here();
        var content = new ArrayList<>();
        var items = new ArrayList<SourceMap>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            var item = value(here());
            content.add(item.content());
            items.add(item.sources());
        }
        return new Tree(content, new SourceMap(key, start, Map.of(), items, new TextLayout.Rearranged()));
    }

    private Tree scalar(Place key, Optional<Object> content) {
        var sources = new SourceMap(key, here(), Map.of(), List.of(), new TextLayout.Rearranged());
        return new Tree(content.orElse(null), sources);
    }

    private Place here() {
        return placeOf(file, parser.currentTokenLocation());
    }

    private static Place placeOf(SourceFile file, TokenStreamLocation location) {
        return file.place(Math.max(1, location.getLineNr()), Math.max(1, location.getColumnNr()));
    }
}
