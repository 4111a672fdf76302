package dev.hyperterse.cli.imports.terse;

import dev.hyperterse.cli.document.SourceText;
import dev.hyperterse.cli.imports.NotImported;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The scripts of tools, with what they import; those of a tool lie in one folder, without folders of their own. */
final class TerseScripts {
    private static final Pattern IMPORT = Pattern.compile(
            "(?m)^\\s*(?:import|export)\\b[^'\"\\n;]*?(?:from\\s*)?['\"](?<path>\\.{1,2}/[^'\"]+)['\"]");

    private static final Pattern EXPORT = Pattern.compile("[A-Za-z_$][A-Za-z0-9_$]*");

    private final Path project;
    private final Map<String, String> texts = new LinkedHashMap<>();

    TerseScripts(Path project) {
        this.project = project;
    }

    Map<String, String> texts() {
        return texts;
    }

    /**
     * The name of a script.
     *
     * @param folder of the tool's scripts
     * @param reference a path, and perhaps behind # the name of what it exports
     * @param tool where the tool lies
     */
    String script(String folder, String reference, Path tool) {
        var parts = reference.split("#", 2);
        var file = Stream.of(tool.resolve(parts[0]), project.resolve(parts[0]))
                .filter(Files::isRegularFile)
                .findFirst()
                .orElseThrow(() -> new NotImported("there is no script " + parts[0], ""));
        var name = add(folder, file);
        if (parts.length == 1 || parts[1].equals("default")) {
            return name;
        }
        // The name becomes a part of the name of a file, and of a script.
        if (!EXPORT.matcher(parts[1]).matches()) {
            throw new NotImported("'%s' is not the name of an export".formatted(parts[1]), "");
        }
        var entry = folder + "/" + parts[1] + "-of-" + file.getFileName();
        put(entry, "export { %s as default } from './%s';\n".formatted(parts[1], file.getFileName()));
        return entry;
    }

    private String add(String folder, Path given) {
        var file = TerseFiles.within(project, given);
        var name = folder + "/" + file.getFileName();
        var text = SourceText.read(file).text();
        if (texts.containsKey(name) && texts.get(name).equals(text)) {
            return name;
        }
        put(name, text);
        IMPORT.matcher(text).results().forEach(found -> imported(file, found.group("path"))
                .ifPresent(other -> add(folder, other)));
        return name;
    }

    /** Empty for a package, which the compiler refuses. */
    private static Optional<Path> imported(Path file, String path) {
        return Stream.of("", ".ts", ".js", "/index.ts")
                .map(ending -> file.resolveSibling(path + ending).normalize())
                .filter(Files::isRegularFile)
                .findFirst();
    }

    private void put(String name, String text) {
        var former = texts.put(name, text);
        if (former != null && !former.equals(text)) {
            throw new NotImported("two of its scripts are files of the name " + name, "rename one of them");
        }
    }

    /** By the convention of the original: the first file of the folder of this name, or with all of these words in it. */
    static Optional<String> conventional(Path tool, String exact, String... words) {
        return TerseFiles.below(tool, name -> name.endsWith(".ts")).stream()
                .filter(file -> file.getParent().equals(tool))
                .map(file -> file.getFileName().toString())
                .filter(name -> name.equalsIgnoreCase(exact + ".ts")
                        || Stream.of(words).allMatch(name.toLowerCase(Locale.ROOT)::contains))
                .findFirst();
    }
}
