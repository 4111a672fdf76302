package dev.hyperterse.cli.init.generate;

import dev.hyperterse.cli.init.naming.Words;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A tool as its manifest.
 *
 * @param result the field of that name; empty for its defaults
 * @param statement in the language of the engine
 */
public record GeneratedTool(String name, String description, List<Input> inputs, String result, String statement) {
    /** Whether it can be called as it is. */
    public boolean needsNothing() {
        return inputs.stream()
                .allMatch(input -> input.optional()
                        || input.type().equals("cursor")
                        || input.rules().stream().anyMatch(rule -> rule.startsWith("default:")));
    }

    public String yaml(String server, String adapter) {
        return """
                apiVersion: hyperterse.dev/v1alpha1
                kind: Tool
                metadata: {name: %s}
                spec:
                  serverRefs: [{name: %s}]
                  title: %s
                  description: %s
                %s%s  statement:
                    adapter: %s
                    text:
                      inline: |
                %s""".formatted(
                        Yaml.word(name),
                        Yaml.word(server),
                        Yaml.quoted(Words.capital(name)),
                        Yaml.quoted(description),
                        inputs.isEmpty()
                                ? ""
                                : inputs.stream()
                                        .map(input -> "    - " + input.yaml() + "\n")
                                        .collect(Collectors.joining("", "  inputs:\n", "")),
                        result.isEmpty() ? "" : "  result: " + result + "\n",
                        Yaml.word(adapter),
                        statement.indent(8));
    }
}
