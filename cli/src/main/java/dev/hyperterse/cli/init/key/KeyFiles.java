package dev.hyperterse.cli.init.key;

import dev.hyperterse.cli.init.generate.GeneratedFiles.Made;
import dev.hyperterse.cli.init.generate.GeneratedTool;
import dev.hyperterse.cli.init.generate.ServerManifest;
import dev.hyperterse.cli.init.generate.ToolFiles;
import dev.hyperterse.cli.init.generate.Yaml;
import dev.hyperterse.cli.init.naming.UniqueNames;
import java.util.ArrayList;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The manifests of a directory: a server, and a file for each pattern of keys.
 *
 * @param server name of it
 * @param adapter the connection, as the fields of an adapter in YAML
 */
public record KeyFiles(String server, String adapter, Map<KeyPattern, KeyType> patterns) {
    private static final int LONGEST_LIST = 3_000;

    public Made make() {
        var tools = new UniqueNames();
        var files = new ToolFiles(new ServerManifest(server, adapter, false));
        var all = new ArrayList<GeneratedTool>();
        patterns.forEach((pattern, type) -> {
            var made = new KeyTools(pattern, type, tools);
            var own = made.all();
            all.addAll(own);
            files.add(own, made.words(), made.words() + "-keys");
        });
        return files.made(
                instructions(),
                all.stream()
                        .filter(GeneratedTool::needsNothing)
                        .findFirst()
                        .orElse(all.getFirst())
                        .name());
    }

    private String instructions() {
        return """
                Reads Redis. Its keys: %s.
                get-X reads a key, list-X-keys shows which there are, some at a time.""".formatted(Yaml.line(
                patterns.entrySet().stream()
                        .map(each -> "%s (%s)"
                                .formatted(
                                        each.getKey().glob(),
                                        each.getValue().name().toLowerCase(Locale.ROOT)))
                        .collect(Collectors.joining(", ")),
                LONGEST_LIST));
    }
}
