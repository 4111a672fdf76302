package dev.hyperterse.cli.init.document;

import dev.hyperterse.cli.init.document.DocumentConditions.Condition;
import dev.hyperterse.cli.init.generate.GeneratedTool;
import dev.hyperterse.cli.init.generate.Input;
import dev.hyperterse.cli.init.generate.LeftOut;
import dev.hyperterse.cli.init.generate.Yaml;
import dev.hyperterse.cli.init.naming.UniqueNames;
import dev.hyperterse.cli.init.naming.Words;
import dev.hyperterse.engines.mongodb.SurveyedCollection;
import dev.hyperterse.engines.mongodb.SurveyedCollection.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The tools of one collection: a document by its {@code _id}, a list. A small collection has its filters on the list; of
 * a large one each field with an index has a list of its own, which requires the field, so that the index serves it.
 */
final class CollectionTools {
    private static final String ID = "_id";
    private static final int PAGE = 50;
    private static final int MOST_CONDITIONS = 12;
    private static final int MOST_LISTS = 8;
    private static final int LONGEST_FIELDS = 700;
    /** More documents than a list should look at one by one. */
    private static final long MANY_DOCUMENTS = 100_000;

    private final SurveyedCollection collection;
    private final UniqueNames tools;
    /** The fields of its shape; others may be the keys of maps, which are data. */
    private final Set<String> shape;

    private final List<String> binaries;
    private final String many;
    private final String one;

    /** @param tools names of tools, which are given once */
    CollectionTools(SurveyedCollection collection, UniqueNames tools) {
        this.collection = collection;
        this.tools = tools;
        this.shape = new DocumentShape(collection).paths();
        this.binaries = binaries();
        this.many = Words.plural(Words.of(collection.name(), "documents"));
        this.one = Words.singular(many);
    }

    String one() {
        return one;
    }

    List<GeneratedTool> all() {
        var made = new ArrayList<GeneratedTool>();
        made.add(list());
        key().ifPresent(key -> made.add(get(key)));
        if (!isSmall()) {
            indexed().limit(MOST_LISTS).forEach(field -> made.add(listBy(field)));
        }
        return made;
    }

    /** The parts of it that no tool shows, with the reason. */
    List<LeftOut> leftOut() {
        var leftOut = new ArrayList<LeftOut>();
        if (key().isEmpty()) {
            leftOut.add(
                    new LeftOut(
                            Yaml.line(collection.name(), LONGEST_FIELDS),
                            collection.view()
                                    ? "a view or a time series, so no tool finds one document, and a list has one page"
                                    : "its _id has no single type that an argument has, so no tool finds one document, and a list has one page"));
        }
        binaries.forEach(path -> leftOut.add(
                new LeftOut(Yaml.line(collection.name() + "." + path, LONGEST_FIELDS), "bytes are no text")));
        return leftOut;
    }

    private boolean isSmall() {
        return collection.documents() <= MANY_DOCUMENTS;
    }

    private Optional<DocumentField> key() {
        return collection.view()
                ? Optional.empty()
                : field(ID)
                        .filter(key -> !key.list()
                                && (key.type() == Type.OBJECT_ID
                                        || key.type() == Type.TEXT
                                        || key.type() == Type.INTEGER
                                        || key.type() == Type.UUID));
    }

    private Optional<DocumentField> field(String path) {
        return Optional.ofNullable(collection.fields().get(path)).flatMap(field -> DocumentField.of(path, field));
    }

    private Stream<DocumentField> indexed() {
        return collection.indexed().stream()
                .filter(path -> !path.equals(ID) && DocumentFiles.isUsable(path))
                .flatMap(path -> field(path).stream());
    }

    /** Those with an index first. */
    private Stream<DocumentField> compared() {
        return Stream.concat(
                        indexed(),
                        shape.stream().filter(path -> !path.equals(ID)).flatMap(path -> field(path).stream()))
                .distinct();
    }

    private GeneratedTool get(DocumentField key) {
        var input = key.input("id", false, "The _id of the " + Words.spaced(one));
        return new GeneratedTool(
                tools.first("-", "get-" + one),
                "One %s by its _id; no row where there is none.%s".formatted(Words.spaced(one), about()),
                List.of(input),
                "",
                "{\n  \"find\": %s,\n  \"filter\": {\"_id\": %s}%s\n}"
                        .formatted(Yaml.quoted(collection.name()), key.value(input), projection()));
    }

    private GeneratedTool list() {
        var names = new UniqueNames();
        var conditions = new DocumentConditions(names);
        var filters = isSmall()
                ? compared()
                        .flatMap(field -> conditions.optional(field).stream())
                        .limit(MOST_CONDITIONS)
                        .toList()
                : List.<Condition>of();
        return listed("list-" + many, Words.capital(many) + ".", filters, names);
    }

    private GeneratedTool listBy(DocumentField field) {
        var names = new UniqueNames();
        var filters = new DocumentConditions(names).required(field);
        return listed(
                "list-%s-by-%s".formatted(many, Words.of(field.path(), "field")),
                "%s by %s.".formatted(Words.capital(many), Yaml.line(field.path(), PAGE)),
                filters,
                names);
    }

    private GeneratedTool listed(String name, String what, List<Condition> filters, UniqueNames names) {
        var inputs = new ArrayList<Input>();
        var conditions = new ArrayList<String>();
        filters.forEach(filter -> {
            inputs.add(filter.input());
            conditions.add(filter.json());
        });
        var key = key();
        key.ifPresent(id -> {
            var after = after(id, names.first("_", "after", "page_after"));
            inputs.add(after);
            conditions.add("{\"_id\": {\"%s\": %s}}".formatted(isNewestFirst(id) ? "$lt" : "$gt", id.value(after)));
        });
        return new GeneratedTool(
                tools.first("-", name),
                what + key.map(CollectionTools::pages).orElse(" In no order; at most %d.".formatted(PAGE)) + about(),
                inputs,
                "{maxRows: %d, overflow: Truncate}".formatted(PAGE),
                "{\n  \"find\": %s,\n  \"filter\": %s%s%s\n}"
                        .formatted(
                                Yaml.quoted(collection.name()),
                                conditions.isEmpty()
                                        ? "{}"
                                        : "{\"$and\": [\n    %s\n  ]}".formatted(String.join(",\n    ", conditions)),
                                projection(),
                                key.map(id -> ",\n  \"sort\": {\"_id\": %d}".formatted(isNewestFirst(id) ? -1 : 1))
                                        .orElse("")));
    }

    /** Ids that drivers make begin with the time. */
    private static boolean isNewestFirst(DocumentField id) {
        return id.type() == Type.OBJECT_ID;
    }

    private static String pages(DocumentField id) {
        return " Sorted by _id%s; %d a page.".formatted(isNewestFirst(id) ? ", newest first" : "", PAGE);
    }

    /** Its default is before every document, so that an index serves the first page, too. */
    private static Input after(DocumentField id, String name) {
        return id.input(
                name,
                false,
                "_id of the last document of the page before",
                "default: "
                        + Yaml.quoted(
                                switch (id.type()) {
                                    case OBJECT_ID -> "f".repeat(24);
                                    case INTEGER -> Long.toString(Long.MIN_VALUE);
                                    case UUID -> "00000000-0000-0000-0000-000000000000";
                                    case TEXT, NUMBER, BOOLEAN, TIMESTAMP, BINARY, DOCUMENT, OTHER -> "";
                                }));
    }

    private List<String> binaries() {
        return shape.stream()
                .filter(path -> !path.equals(ID)
                        && collection.fields().get(path).types().equals(Set.of(Type.BINARY)))
                .toList();
    }

    private String projection() {
        return binaries.isEmpty()
                ? ""
                : binaries.stream()
                        .map(path -> Yaml.quoted(path) + ": 0")
                        .collect(Collectors.joining(", ", ",\n  \"projection\": {", "}"));
    }

    /** The fields with their types, with a blank in front. */
    private String about() {
        var fields = shape.stream()
                .filter(path -> !path.contains(".") && !binaries.contains(path))
                .map(path -> path
                        + field(path)
                                .map(field -> " (%s)".formatted(field.inWords()))
                                .orElse(""))
                .collect(Collectors.joining(", "));
        return fields.isEmpty() ? "" : " Fields: " + Yaml.line(fields, LONGEST_FIELDS) + ".";
    }
}
