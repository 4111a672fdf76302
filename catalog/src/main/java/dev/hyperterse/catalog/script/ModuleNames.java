package dev.hyperterse.catalog.script;

import java.util.Collection;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Which file an import names. As TypeScript has it, the ending may be left out, and {@code .js} may name the file that is
 * compiled to it. Folders do not count: the keys of a ConfigMap, where the files of a script are, have none.
 */
public final class ModuleNames {
    private ModuleNames() {}

    /** @param specifier as it is written, or the name alone */
    public static Optional<String> resolve(String specifier, Collection<String> files) {
        var name = specifier.substring(specifier.lastIndexOf('/') + 1);
        return candidates(name).filter(files::contains).findFirst();
    }

    private static Stream<String> candidates(String name) {
        var compiled = name.endsWith(".js")
                ? Stream.of(name.substring(0, name.length() - ".js".length()) + ".ts")
                : Stream.<String>empty();
        return Stream.concat(Stream.of(name, name + ".ts", name + ".js", name + ".mjs"), compiled);
    }
}
