package dev.hyperterse.cli.init;

import dev.hyperterse.cli.document.PackedText;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The files of a new directory by their names: a server, a tool by a statement, a tool by a script, types for editors.
 *
 * @param name of the server
 */
public record StarterFiles(String name) {
    public static final String KUSTOMIZATION = "kustomization.yaml";

    private static final String SCRIPT = "list-tables.js";

    /** @return texts, in reading order */
    public Map<String, String> texts() {
        var files = new LinkedHashMap<String, String>();
        files.put("server.yaml", named("server-sqlite.yaml"));
        files.put("tools.yaml", tools());
        files.put("scripts/" + SCRIPT, PackedText.of(StarterFiles.class, SCRIPT));
        files.put(KUSTOMIZATION, named(KUSTOMIZATION) + kustomization(files.keySet()));
        files.putAll(forEditors());
        return files;
    }

    /** Names the manifests among files, as the end of a kustomization: a further one is a line behind it. */
    public static String kustomization(Collection<String> files) {
        return files.stream()
                .filter(file -> file.endsWith(".yaml"))
                .map("  - %s\n"::formatted)
                .collect(Collectors.joining("", """
                        # What hyperterse reads, and what kubectl apply -k and Argo CD apply.
                        # A further file, also one in a folder, is a line more; others are not read.
                        resources:
                        """, ""));
    }

    /** Types of scripts. */
    public static Map<String, String> forEditors() {
        var files = new LinkedHashMap<String, String>();
        files.put("hyperterse.d.ts", PackedText.of(StarterFiles.class, "hyperterse.d.ts"));
        // Not beside the manifests: kubectl apply reads all JSON there.
        files.put("scripts/tsconfig.json", PackedText.of(StarterFiles.class, "tsconfig.json"));
        return files;
    }

    private String tools() {
        var columns = PackedText.of(StarterFiles.class, "columns-sqlite.sql");
        return named("tools.yaml").replace("    @COLUMNS@\n", columns.indent(4)).replace("@COLUMNS@\n", columns);
    }

    private String named(String file) {
        return PackedText.of(StarterFiles.class, file).replace("@NAME@", name);
    }
}
