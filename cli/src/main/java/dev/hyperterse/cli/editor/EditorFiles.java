package dev.hyperterse.cli.editor;

import java.util.LinkedHashMap;
import java.util.Map;

/** The schema in a new directory, and the line by which editors find it. */
public final class EditorFiles {
    /** In a hidden folder, which neither we nor {@code kubectl apply} read. */
    private static final String SCHEMA = ".hyperterse/schema.json";

    private static final String LINE = "# yaml-language-server: $schema=" + SCHEMA + "\n";

    private EditorFiles() {}

    /** The files, and what editors want to know of those that hold objects. */
    public static Map<String, String> with(Map<String, String> files) {
        var all = new LinkedHashMap<String, String>();
        files.forEach((name, text) -> all.put(name, isManifest(name) ? LINE + text : text));
        all.put(SCHEMA, EditorSchema.ofAll());
        return all;
    }

    private static boolean isManifest(String name) {
        return name.endsWith(".yaml") && !name.equals("kustomization.yaml");
    }
}
