package dev.hyperterse.cli.init.generate;

import dev.hyperterse.cli.init.generate.GeneratedFiles.Made;
import dev.hyperterse.cli.init.naming.UniqueNames;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The files of a directory as they are made: one for each group of tools, and the server above them. */
public final class ToolFiles {
    private final ServerManifest server;
    private final UniqueNames names = new UniqueNames();
    private final Map<String, String> texts = new LinkedHashMap<>();
    private int tools;

    public ToolFiles(ServerManifest server) {
        this.server = server;
        names.first("-", ServerManifest.FILE.replace(".yaml", ""));
        names.first("-", "kustomization");
    }

    /** @param candidates names for the file, of which the first that is free is taken */
    public void add(List<GeneratedTool> group, String... candidates) {
        add(
                names.first("-", candidates) + ".yaml",
                group.stream()
                        .map(tool -> tool.yaml(server.server(), ServerManifest.ADAPTER))
                        .toList());
    }

    private void add(String file, List<String> manifests) {
        tools += manifests.size();
        texts.put(file, String.join("---\n", manifests));
    }

    /** Adds a file before all groups, none of which takes its name. */
    void addFirst(String file, List<String> manifests) {
        names.first("-", file.replace(".yaml", ""));
        add(file, manifests);
    }

    /** @param example the name of a tool to try first */
    public Made made(String instructions, String example) {
        var listed = ServerManifest.areListed(tools);
        var all = new LinkedHashMap<String, String>();
        all.put(ServerManifest.FILE, server.yaml(listed, instructions));
        all.putAll(texts);
        return new Made(all, tools, listed, example);
    }
}
