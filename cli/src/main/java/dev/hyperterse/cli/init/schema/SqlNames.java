package dev.hyperterse.cli.init.schema;

import java.util.Set;
import java.util.regex.Pattern;

/** Names as a statement has them: in quotes wherever an engine could take one for anything else. */
public record SqlNames(SqlEngine engine) {
    private static final Pattern PLAIN = Pattern.compile("[a-z][a-z0-9_]{0,62}");

    /** The words that any of the engines reserves; a test asks PostgreSQL. */
    private static final Set<String> RESERVED = Set.of(ReservedWords.TEXT.split("\\s+"));

    public String of(TableName table) {
        return table.schema().isEmpty() ? of(table.name()) : of(table.schema()) + "." + of(table.name());
    }

    public String of(String name) {
        if (PLAIN.matcher(name).matches() && !RESERVED.contains(name)) {
            return name;
        }
        var quote = engine == SqlEngine.MYSQL ? "`" : "\"";
        return quote + name.replace(quote, quote + quote) + quote;
    }
}
