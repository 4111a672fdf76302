package dev.hyperterse.cli.imports.terse;

import dev.hyperterse.cli.document.Tree;
import dev.hyperterse.cli.imports.Findings;
import dev.hyperterse.cli.imports.ImportedDefinition;
import dev.hyperterse.cli.imports.ImportedServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** A whole project. */
public final class TerseProject {
    private static final String ROOT = ".hyperterse";
    private static final String ENDING = ".terse";
    private static final String CONFIG = "config.terse";

    private final Path folder;
    private final Tree root;
    private final Findings findings = new Findings();
    private final List<ImportedDefinition> definitions = new ArrayList<>();

    private TerseProject(Path folder, Tree root) {
        this.folder = folder;
        this.root = root;
    }

    public static boolean isOne(Path source) {
        return Files.isRegularFile(source.resolve(ROOT)) || Files.isRegularFile(source) && source.endsWith(ROOT);
    }

    /** @param source the folder, or its file {@code .hyperterse} */
    public static ImportedServer read(Path source) {
        var file = Files.isDirectory(source) ? source.resolve(ROOT) : source;
        return new TerseProject(file.resolveSibling(""), TerseFiles.read(file)).translated();
    }

    private ImportedServer translated() {
        var adapters = new TerseAdapters(findings);
        each("adapters", file -> file.endsWith(ENDING), (path, file) -> adapters.add(stem(path), file));
        var auth = new TerseAuth(findings);
        var scripts = new TerseScripts(folder);
        var tools = new TerseTools(directory("tools"), adapters, auth, scripts, findings);
        each("tools", CONFIG::equals, (path, file) -> definitions.add(tools.tool(path, file)));
        each(
                "prompts",
                file -> file.endsWith(ENDING),
                (path, file) -> definitions.add(TerseTexts.prompt(stem(path), file)));
        each(
                "resources",
                CONFIG::equals,
                (path, file) ->
                        definitions.add(TerseTexts.resource(stem(path.getParent()), file, path.getParent(), folder)));
        inline("prompts", (name, tree) -> definitions.add(TerseTexts.prompt(name, tree)));
        inline("resources", (name, tree) -> definitions.add(TerseTexts.resource(name, tree, folder, folder)));
        inline("resource_templates", (name, tree) -> definitions.add(TerseTexts.resource(name, tree, folder, folder)));
        TerseFiles.below(directory("agents"), CONFIG::equals).forEach(agent -> {
            var file = TerseFiles.read(agent);
            findings.leftOut(file.place(), "agent " + file.text("name"), "a server here has no agents", "");
        });
        return new ImportedServer(
                adapters.all(), definitions, settings(auth), Map.of(), Map.of(), scripts.texts(), findings.all());
    }

    @FunctionalInterface
    private interface Reading<F> {
        void of(F name, Tree file);
    }

    private void each(String kind, Predicate<String> name, Reading<Path> reading) {
        for (var path : TerseFiles.below(directory(kind), name)) {
            read(kind, TerseFiles.read(path), file -> reading.of(TerseFiles.within(folder, path), file));
        }
    }

    private void inline(String kind, Reading<String> reading) {
        for (var item : root.field(kind).map(Tree::items).orElse(List.of())) {
            var name = item.text("name").isEmpty() ? item.text("uri") + item.text("uri_template") : item.text("name");
            read(kind, item, tree -> reading.of(name, tree));
        }
    }

    private void read(String kind, Tree file, Consumer<Tree> reading) {
        var what = kind.replaceAll("s$", "").replace('_', ' ');
        findings.reading(file.place(), "this " + what, () -> reading.accept(file));
    }

    /** Under the root of definitions, unless its path is absolute. */
    private Path directory(String kind) {
        var base = folder.resolve(root.text("root").isEmpty() ? "app" : root.text("root"));
        var configured = root.text(kind, "directory");
        return base.resolve(configured.isEmpty() ? kind : configured);
    }

    private static String stem(Path path) {
        return path.getFileName().toString().replaceFirst("(?i)\\.terse$", "");
    }

    private Map<String, Object> settings(TerseAuth auth) {
        var settings = new LinkedHashMap<String, Object>(auth.settings());
        settings.put("exposure", "Search");
        if (!root.text("version").isEmpty()) {
            settings.put("serverInfo", Map.of("version", root.text("version")));
        }
        root.at("tools", "search", "limit")
                .ifPresent(limit -> settings.put("search", Map.of("limit", limit.content())));
        if (root.at("tools", "cache").filter(cache -> cache.isTrue("enabled")).isPresent()) {
            settings.put("cache", TerseTools.cache(root.at("tools", "cache").orElseThrow()));
        }
        return settings;
    }
}
