package dev.hyperterse.cli.imports.dbhub;

import dev.hyperterse.cli.diagnostics.Place;
import dev.hyperterse.cli.document.SourceFile;
import dev.hyperterse.cli.document.Tree;
import dev.hyperterse.cli.document.UnreadableManifest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.dataformat.toml.TomlMapper;

/** Reads TOML. The parser tells no places of what is right: a table of a list stands where its header does. */
record TomlFile(SourceFile file) {
    private static final Pattern HEADER = Pattern.compile("\\s*\\[\\[\\s*([A-Za-z0-9_-]+)\\s*]]\\s*(?:#.*)?");

    Tree read() {
        var headers = headers();
        var root = Tree.of(Map.of(), Place.startOf(file.name()));
        for (var section : parsed().entrySet()) {
            if (section.getValue() instanceof List<?> items) {
                var places = headers.getOrDefault(section.getKey(), List.of());
                var trees = new ArrayList<Tree>();
                for (var item : items) {
                    trees.add(Tree.of(item, trees.size() < places.size() ? places.get(trees.size()) : root.place()));
                }
                root = root.with(
                        section.getKey(), Tree.of(List.of(), root.place()).withItems(trees));
            } else {
                root = root.with(section.getKey(), Tree.of(section.getValue(), root.place()));
            }
        }
        return root;
    }

    private Map<String, ?> parsed() {
        try {
            return new TomlMapper().readerForMapOf(Object.class).readValue(file.text());
        } catch (JacksonException broken) {
            var where = broken.getLocation();
            throw new UnreadableManifest(
                    where == null
                            ? Place.startOf(file.name())
                            : file.place(Math.max(1, where.getLineNr()), Math.max(1, where.getColumnNr())),
                    "toml-syntax",
                    broken.getOriginalMessage(),
                    "");
        }
    }

    private Map<String, List<Place>> headers() {
        var headers = new LinkedHashMap<String, List<Place>>();
        var number = 0;
        for (var line : file.lines()) {
            number++;
            var header = HEADER.matcher(line);
            if (header.matches()) {
                headers.computeIfAbsent(header.group(1), _ -> new ArrayList<>()).add(file.place(number, 1));
            }
        }
        return headers;
    }
}
