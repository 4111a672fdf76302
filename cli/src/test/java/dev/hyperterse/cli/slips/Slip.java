package dev.hyperterse.cli.slips;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;

/**
 * A mistake of an author.
 *
 * @param files texts by name; one has {@code §} where the answer has to point
 * @param path of the field, empty where the answer is about a file
 * @param cause a part of the message
 * @param cure a part of the remedy
 */
record Slip(Map<String, String> files, String path, String cause, String cure) {
    static final String PLACE = "§";

    private static final String SERVER = """
            apiVersion: hyperterse.dev/v1alpha1
            kind: HyperterseServer
            metadata: {name: acme}
            spec:
              auth: {mode: Anonymous}
              adapters:
                - {name: db, engine: Sqlite, url: ":memory:"}
            """;

    private static final String SOUND_HEAD =
            "serverRefs: [{name: acme}]\ndescription: Finds x by a part of its name.\n";

    /** A statement with the input q. */
    static final String STATEMENT = "statement: {adapter: db, text: {inline: \"SELECT {{ inputs.q }}\"}}\n";

    /** The input of {@link #STATEMENT}. */
    static final String INPUT = "inputs: [{name: q, type: string, description: Part of x}]\n";

    /** In a tool of that spec, which has a server and a description. */
    static Slip inTool(String spec, String path, String cause, String cure) {
        return in(document("Tool", "x", SOUND_HEAD + spec), path, cause, cure);
    }

    /** In an object beside a sound server. */
    static Slip in(String manifest, String path, String cause, String cure) {
        return new Slip(Map.of("server.yaml", SERVER, "a.yaml", manifest), path, cause, cure);
    }

    /** In the files beside a sound server and a tool. */
    static Slip beside(String spec, Map<String, String> files, String path, String cause, String cure) {
        var all = new TreeMap<>(files);
        all.put("server.yaml", SERVER);
        var tool = document("Tool", "x", SOUND_HEAD + spec);
        var isElsewhere = files.values().stream().anyMatch(text -> text.contains(PLACE));
        all.put("a.yaml", isElsewhere ? tool.replace(PLACE, "") : tool);
        return new Slip(all, path, cause, cure);
    }

    static Slip inServer(String spec, String path, String cause, String cure) {
        return in(document("HyperterseServer", "other", "auth: {mode: Anonymous}\n" + spec), path, cause, cure);
    }

    static Slip inAdapter(String adapter, String path, String cause, String cure) {
        return inServer("adapters:\n  - {name: db, " + adapter + "}", path, cause, cure);
    }

    /** Without another place, the answer points to the spec. */
    static String document(String kind, String name, String spec) {
        return "apiVersion: hyperterse.dev/v1alpha1\nkind: %s\nmetadata: {name: %s}\n%sspec:\n%s"
                .formatted(kind, name, (name + spec).contains(PLACE) ? "" : PLACE, spec.indent(2));
    }

    /** The line with the mistake, or all of the spec where a part of it is missing. */
    String mistake() {
        var text = marked().getValue();
        var spec = text.indexOf(PLACE + "spec:\n");
        return spec < 0
                ? text.lines()
                        .filter(line -> line.contains(PLACE))
                        .findFirst()
                        .orElseThrow()
                        .replace(PLACE, "")
                        .strip()
                : text.substring(spec + PLACE.length()).strip().replaceAll("\\s+", " ");
    }

    /** {@code a.yaml:2:7}. */
    String place() {
        var marked = marked();
        var text = marked.getValue();
        var before = text.substring(0, text.indexOf(PLACE));
        return "%s:%d:%d"
                .formatted(
                        marked.getKey(),
                        before.chars().filter(character -> character == '\n').count() + 1,
                        before.length() - before.lastIndexOf('\n'));
    }

    private Map.Entry<String, String> marked() {
        var marked = files.entrySet().stream()
                .filter(file -> file.getValue().contains(PLACE))
                .toList();
        assertThat(marked).as("the place of %s", this).hasSize(1);
        return marked.getFirst();
    }

    @Override
    public String toString() {
        return path + " " + cause;
    }
}
