package dev.hyperterse.cli.imports.terse;

import dev.hyperterse.cli.imports.NotImported;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** A statement of MongoDB, which names its database beside the command. */
record MongodbCommand(String database, String text) {
    private static final Pattern PLACEHOLDER = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*+\"|(?<bare>\\{\\{[^{}]*}})");

    static MongodbCommand of(String statement) {
        // A number is pasted without quotes there; here the type of the input decides.
        var quoted = PLACEHOLDER
                .matcher(statement)
                .replaceAll(found -> Matcher.quoteReplacement(
                        found.group("bare") == null ? found.group() : "\"" + found.group("bare") + "\""));
        try {
            var tree = JsonMapper.shared().readTree(quoted);
            if (tree.path("database").isString() && tree.path("command").isObject()) {
                return new MongodbCommand(
                        tree.path("database").stringValue(),
                        JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(tree.path("command")));
            }
        } catch (JacksonException malformed) {
            // Said below.
        }
        throw new NotImported("its statement is no JSON with database and command", "");
    }
}
