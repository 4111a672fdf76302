package dev.hyperterse.compiler.upstream;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.compiler.items.Item;
import dev.hyperterse.compiler.items.ItemSource;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.crds.v1alpha1.ToolSpec;
import dev.hyperterse.crds.v1alpha1.action.UpstreamTool;
import dev.hyperterse.crds.v1alpha1.action.UpstreamTool.ToolOverride;
import dev.hyperterse.crds.v1alpha1.shared.Document;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The tools of a document of definitions: each of them is an item, under its name on the other server. */
public final class UpstreamItems implements ItemSource {
    private static final String PATH = "spec.mcp.definitions";
    private static final Pattern NOT_OF_NAMES = Pattern.compile("[^A-Za-z0-9_.-]+");
    private static final int LONGEST_KEY = 128;
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private final UpstreamTool upstream;
    private final Document document;
    private final DefinedTool specs;
    private final String place;

    /** @param document that of {@code upstream} */
    public UpstreamItems(ToolSpec spec, UpstreamTool upstream, Document document) {
        this.upstream = upstream;
        this.document = document;
        this.specs = new DefinedTool(spec, upstream);
        this.place = document.inline().isPresent() ? PATH + ".inline" : PATH + ".configMapKeyRef";
    }

    @Override
    public Document document() {
        return document;
    }

    @Override
    public String path() {
        return PATH;
    }

    @Override
    public ToolSpec shared(String item) {
        return specs.shared(upstream.overrides().stream()
                .filter(it -> key(it.tool()).equals(item))
                .findFirst());
    }

    @Override
    public boolean wants(String item, Action published) {
        return published instanceof Action.CallTool call && isSelected(call.tool(), call::readOnly);
    }

    @Override
    public Checked<List<Item>> items(String text) {
        try {
            var root = JSON.readTree(text);
            var listed = root.isArray() ? root : root.path("tools");
            return listed.isArray() ? items(listed) : Checked.faulty(unreadable("it has no list of tools"));
        } catch (JacksonException malformed) {
            return Checked.faulty(unreadable("it is not JSON, or has a name twice"));
        }
    }

    private Checked<List<Item>> items(JsonNode listed) {
        var selected = listed.valueStream()
                .filter(it -> isSelected(name(it), () -> specs.isReadOnly(it, override(name(it)))))
                .toList();
        if (selected.size() > MOST_ITEMS) {
            return Checked.faulty(problem(
                    "upstream-items",
                    "%d definitions are selected, and one Tool brings at most %d"
                            .formatted(selected.size(), MOST_ITEMS),
                    "narrow spec.mcp.select, or write several Tools with the same definitions"));
        }
        var items = new ArrayList<Item>();
        var names = new HashSet<String>();
        selected.forEach(definition -> {
            var name = name(definition);
            items.add(
                    names.add(key(name))
                            ? item(
                                    key(name),
                                    specs.of(definition, override(name)).mapProblems(this::placed))
                            : item(numbered(key(name), names), Checked.faulty(sameName(key(name)))));
        });
        unknown(listed)
                .filter(name -> names.add(key(name)))
                .forEach(name -> items.add(item(
                        key(name),
                        Checked.faulty(problem(
                                "upstream-tool-exists",
                                "the definitions have no tool '%s'".formatted(key(name)),
                                "write a name of the other server, or import its definitions again")))));
        return items.isEmpty()
                ? Checked.faulty(problem(
                        "upstream-items",
                        "none of the %d definitions is selected".formatted(listed.size()),
                        "widen spec.mcp.select"))
                : Checked.sound(List.copyOf(items));
    }

    private Item item(String name, Checked<ToolSpec> spec) {
        return new Item(name, name, place, Optional.empty(), shared(name), spec);
    }

    private Problem placed(Problem problem) {
        return Problem.of(problem.reason(), place, problem.rule(), problem.message(), problem.remedy());
    }

    private boolean isSelected(String name, BooleanSupplier readOnly) {
        var select = upstream.select();
        return override(name).flatMap(ToolOverride::suspend).filter(it -> it).isEmpty()
                && select.map(UpstreamTool.Select::tools)
                        .filter(names -> !names.isEmpty() && !names.contains(name))
                        .isEmpty()
                && (select.flatMap(UpstreamTool.Select::readOnly)
                                .filter(it -> it)
                                .isEmpty()
                        || readOnly.getAsBoolean());
    }

    /** Tools that the author names and the document does not have. */
    private Stream<String> unknown(JsonNode listed) {
        return Stream.concat(
                        upstream.select().stream().flatMap(it -> it.tools().stream()),
                        upstream.overrides().stream().map(ToolOverride::tool))
                .filter(written -> listed.valueStream().noneMatch(it -> name(it).equals(written)));
    }

    private Optional<ToolOverride> override(String name) {
        return upstream.overrides().stream()
                .filter(it -> it.tool().equals(name))
                .findFirst();
    }

    private Problem sameName(String name) {
        return problem(
                "upstream-name-once",
                "two definitions have the name '%s', or names that differ in characters that no name may have"
                        .formatted(name),
                "remove one of them");
    }

    private static String numbered(String name, Set<String> taken) {
        var number = 2;
        while (!taken.add(name + "-" + number)) {
            number++;
        }
        return name + "-" + number;
    }

    /** The name of an item: that of the tool there, without what no name may have. */
    private static String key(String name) {
        var key = NOT_OF_NAMES.matcher(name).replaceAll("-");
        return key.isEmpty() ? "unnamed" : key.substring(0, Math.min(key.length(), LONGEST_KEY));
    }

    private static String name(JsonNode definition) {
        return definition.path("name").asString("");
    }

    private Problem unreadable(String why) {
        return problem(
                "upstream-definitions",
                "the definitions cannot be read: " + why,
                "store what hyperterse import writes, or the JSON of tools/list");
    }

    private Problem problem(String rule, String message, String remedy) {
        return Problem.of(Reason.InvalidRequest, place, rule, message, remedy);
    }
}
