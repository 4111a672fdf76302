package dev.hyperterse.statement.lineage;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds what the columns of one SELECT come from. */
record SelectResolver(DatabaseSchema schema, CommonTables tables, QueryResolver.Inner inner, Optional<Scope> outer) {
    private static final List<Set<String>> CLAUSES = List.of(
            Set.of("select"),
            Set.of("from"),
            Set.of("where"),
            Set.of("group"),
            Set.of("having"),
            Set.of("order"),
            Set.of("limit", "offset", "fetch"));
    private static final Set<String> OPERATIONS_OF_TESTS = Set.of("is", "not");

    /** @param before the columns of other SELECTs that its ORDER BY may name */
    List<ResultColumn> columns(Parts.Range select, List<ResultColumn> before) {
        var clauses = clauses(select);
        var from = new FromResolver(schema, tables, inner, outer);
        var conditions =
                Optional.ofNullable(clauses.get("from")).map(from::read).orElse(List.of());
        var columns = new SelectList(schema.dialect(), from.scope(), inner).columns(clauses.get("select"));
        var names = Stream.concat(columns.stream(), before.stream())
                .flatMap(column -> column.name().stream())
                .map(name -> name.toLowerCase(Locale.ROOT))
                .collect(Collectors.toSet());
        var values = new ValueSources(
                schema.dialect(),
                from.scope(),
                inner,
                name -> names.contains(name.name().toLowerCase(Locale.ROOT)));
        // Conditions are not in the result, but must be what they are taken for.
        conditions.forEach(values::of);
        clauses.forEach((clause, range) -> {
            switch (clause) {
                case "select", "from" -> {}
                case "limit", "offset", "fetch" -> requireLimit(clause, range);
                case "group", "order" -> {
                    QueryResolver.require(range.first().isWord("by"), clause);
                    values.of(range.after(range.from() + 1));
                }
                default -> values.of(range);
            }
        });
        return columns;
    }

    /** The clauses by their first words, each of which stands at most once, and in this order. */
    private static Map<String, Parts.Range> clauses(Parts.Range select) {
        QueryResolver.require(
                select.first().isWord("select"),
                "what begins with '%s'".formatted(select.first().text()));
        var clauses = new HashMap<String, Parts.Range>();
        var starts = new ArrayList<Integer>(List.of(select.from()));
        var rest = select.after(select.from() + 1);
        for (var at = rest.find(it -> begins(select, it)); at < select.to(); ) {
            starts.add(at);
            var next = select.after(at + 1);
            at = next.find(it -> begins(select, it));
        }
        starts.add(select.to());
        var last = -1;
        for (var index = 0; index < starts.size() - 1; index++) {
            var word = select.at(starts.get(index)).text();
            var place = place(word);
            QueryResolver.require(
                    place > last || place == CLAUSES.size() - 1 && !clauses.containsKey(word),
                    "%s in this place".formatted(word.toUpperCase(Locale.ROOT)));
            last = place;
            clauses.put(word, select.range(starts.get(index) + 1, starts.get(index + 1)));
        }
        return clauses;
    }

    private static int place(String word) {
        for (var place = 0; place < CLAUSES.size(); place++) {
            if (CLAUSES.get(place).contains(word)) {
                return place;
            }
        }
        return -1;
    }

    private static boolean begins(Parts.Range select, int at) {
        var part = select.at(at);
        if (part.kind() != Part.Kind.WORD || place(part.text()) < 0) {
            return false;
        }
        var before = select.at(at - 1);
        QueryResolver.require(!before.isSymbol('.') && !before.isWord("as"), "'%s' as a name".formatted(part.text()));
        var within = part.isWord("group")
                && before.isWord("within")
                && select.at(at + 1).isSymbol('(');
        return !within
                && !(part.isWord("from")
                        && before.isWord("distinct")
                        && select.at(at - 2).isWord(OPERATIONS_OF_TESTS));
    }

    /** In some engines two of these words can be the alias of a table, with other tables behind it. */
    private void requireLimit(String clause, Parts.Range range) {
        var first = range.first();
        // MySQL takes OFFSET for the alias of a query, with names of its columns in brackets.
        var symbols = clause.equals("offset") && new Names(schema.dialect()).isMysql() ? "?-" : "(?-";
        QueryResolver.require(
                clause.equals("fetch")
                        ? first.isWord("first") || first.isWord("next")
                        : first.kind() == Part.Kind.LITERAL
                                || first.isWord(Words.BEGINNING_LIMITS)
                                || first.kind() == Part.Kind.SYMBOL && symbols.contains(first.text()),
                "'%s' behind %s".formatted(first.text(), clause.toUpperCase(Locale.ROOT)));
        for (var at = range.from(); at < range.to(); at++) {
            var part = range.at(at);
            QueryResolver.require(
                    part.kind() == Part.Kind.LITERAL
                            || part.isWord(Words.OF_LIMITS)
                            || part.kind() == Part.Kind.SYMBOL
                                    && (clause.equals("limit") ? "(),?:-" : "()?:-").contains(part.text()),
                    "'%s' in a limit".formatted(part.text()));
        }
    }
}
