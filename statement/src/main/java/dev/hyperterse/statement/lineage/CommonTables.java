package dev.hyperterse.statement.lineage;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The queries of WITH that a name in FROM can mean. */
final class CommonTables {
    static final CommonTables NONE = new CommonTables(new Names(null), Optional.empty());

    private final Names names;
    private final Optional<CommonTables> outer;
    private final Map<String, Optional<List<ResultColumn>>> tables = new HashMap<>();

    private CommonTables(Names names, Optional<CommonTables> outer) {
        this.names = names;
        this.outer = outer;
    }

    CommonTables within(Names dialect) {
        return new CommonTables(dialect, Optional.of(this));
    }

    /** Known only by its name: engines differ in whether the queries before it see it. */
    void announce(String name) {
        if (tables.keySet().stream().anyMatch(name::equalsIgnoreCase)) {
            throw new UnresolvedConstruct("the name '%s', which two queries of WITH have".formatted(name));
        }
        tables.put(name, Optional.empty());
    }

    void define(String name, List<ResultColumn> columns) {
        tables.put(name, Optional.of(columns));
    }

    Optional<List<ResultColumn>> find(Part name) {
        return tables.entrySet().stream()
                .filter(table -> names.isTable(name, table.getKey()))
                .findFirst()
                .map(table -> table.getValue()
                        .orElseThrow(() -> new UnresolvedConstruct(
                                "the query '%s' of WITH, used within itself or before it".formatted(name.name()))))
                .or(() -> outer.flatMap(it -> it.find(name)));
    }
}
