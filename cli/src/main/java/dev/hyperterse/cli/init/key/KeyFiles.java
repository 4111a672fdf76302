package dev.hyperterse.cli.init.key;

import dev.hyperterse.cli.init.generate.GeneratedFiles.Made;
import dev.hyperterse.cli.init.generate.GeneratedTool;
import dev.hyperterse.cli.init.generate.ServerManifest;
import dev.hyperterse.cli.init.generate.UniqueNames;
import dev.hyperterse.cli.init.generate.Yaml;
import java.util.ArrayList;
import java.util.LinkedHashMap;
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
        var files = new UniqueNames();
        files.first("-", ServerManifest.FILE.replace(".yaml", ""));
        files.first("-", "kustomization");
        var ofPatterns = new LinkedHashMap<String, String>();
        var all = new ArrayList<GeneratedTool>();
        patterns.forEach((pattern, type) -> {
            var made = new KeyTools(pattern, type, tools);
            var own = made.all();
            all.addAll(own);
            ofPatterns.put(
                    files.first("-", made.words(), made.words() + "-keys") + ".yaml",
                    own.stream()
                            .map(tool -> tool.yaml(server, ServerManifest.ADAPTER))
                            .collect(Collectors.joining("---\n")));
        });
        var listed = ServerManifest.areListed(all.size());
        var texts = new LinkedHashMap<String, String>();
        texts.put(ServerManifest.FILE, new ServerManifest(server, adapter, false).yaml(listed, instructions()));
        texts.putAll(ofPatterns);
        return new Made(
                texts,
                all.size(),
                listed,
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
