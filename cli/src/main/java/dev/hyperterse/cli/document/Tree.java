package dev.hyperterse.cli.document;

import dev.hyperterse.cli.diagnostics.Place;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A decoded document: what it says, and where. A changed tree is a new one, with the places of its parts.
 *
 * @param content maps with text keys, lists, texts, {@link Long}, {@link Double}, {@link Boolean} or null, as the API
 *     server would have decoded it; the object when it is one
 */
public record Tree(Object content, SourceMap sources) {
    /** A value of which only one place is known: it stands there in another form, or follows from what does. */
    public static Tree of(Object content, Place place) {
        return new Tree(content, sources(content, place));
    }

    private static SourceMap sources(Object content, Place place) {
        var fields = new LinkedHashMap<String, SourceMap>();
        if (content instanceof Map<?, ?> map) {
            map.forEach((name, value) -> fields.put(name.toString(), sources(value, place)));
        }
        var items = content instanceof List<?> list
                ? list.stream().map(item -> sources(item, place)).toList()
                : List.<SourceMap>of();
        return new SourceMap(place, place, fields, items, new TextLayout.Rearranged());
    }

    /** A text that is a whole file. */
    public static Tree file(String text, Place named, String file) {
        return new Tree(
                text, new SourceMap(named, Place.startOf(file), Map.of(), List.of(), new TextLayout.Whole(file)));
    }

    public boolean isMap() {
        return content instanceof Map<?, ?>;
    }

    public boolean isList() {
        return content instanceof List<?>;
    }

    /** Where the value begins. */
    public Place place() {
        return sources.value();
    }

    /** The fields of a map, in their order; none of another value. */
    public Map<String, Tree> fields() {
        var fields = new LinkedHashMap<String, Tree>();
        if (content instanceof Map<?, ?> map) {
            map.forEach((name, value) ->
                    fields.put(name.toString(), new Tree(value, sources.fields().get(name.toString()))));
        }
        return fields;
    }

    public Optional<Tree> field(String name) {
        return content instanceof Map<?, ?> map && map.containsKey(name)
                ? Optional.of(new Tree(map.get(name), sources.fields().get(name)))
                : Optional.empty();
    }

    /** The field of fields. */
    public Optional<Tree> at(String... path) {
        var found = Optional.of(this);
        for (var name : path) {
            found = found.flatMap(tree -> tree.field(name));
        }
        return found;
    }

    /** The items of a list; none of another value. */
    public List<Tree> items() {
        var items = new ArrayList<Tree>();
        if (content instanceof List<?> list) {
            for (var index = 0; index < list.size(); index++) {
                items.add(new Tree(list.get(index), sources.items().get(index)));
            }
        }
        return items;
    }

    /** Of a text. */
    public Optional<String> text() {
        return content instanceof String text ? Optional.of(text) : Optional.empty();
    }

    /** The text of a field; empty where it has none. */
    public String text(String... path) {
        return at(path).flatMap(Tree::text).orElse("");
    }

    /** Whether a field is there, and true. */
    public boolean isTrue(String name) {
        return field(name).filter(it -> Boolean.TRUE.equals(it.content())).isPresent();
    }

    /** The same with another value of a field, or one more. */
    public Tree with(String name, Tree value) {
        var fields = fields();
        fields.put(name, value);
        return withFields(fields);
    }

    /** The same with a field of fields, which are made where they are not there. */
    public Tree with(List<String> path, Tree value) {
        var name = path.getFirst();
        return path.size() == 1
                ? with(name, value)
                : with(
                        name,
                        field(name)
                                .filter(Tree::isMap)
                                .orElseGet(() -> of(Map.of(), value.place()))
                                .with(path.subList(1, path.size()), value));
    }

    public Tree without(String name) {
        var fields = fields();
        fields.remove(name);
        return withFields(fields);
    }

    public Tree withItems(List<Tree> items) {
        var list = new ArrayList<>();
        items.forEach(item -> list.add(item.content()));
        return new Tree(
                list,
                new SourceMap(
                        sources.key(),
                        sources.value(),
                        Map.of(),
                        items.stream().map(Tree::sources).toList(),
                        sources.layout()));
    }

    private Tree withFields(Map<String, Tree> fields) {
        var map = new LinkedHashMap<String, Object>();
        var places = new LinkedHashMap<String, SourceMap>();
        fields.forEach((name, value) -> {
            map.put(name, value.content());
            places.put(name, value.sources());
        });
        return new Tree(map, new SourceMap(sources.key(), sources.value(), places, List.of(), sources.layout()));
    }
}
