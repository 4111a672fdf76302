package dev.hyperterse.compiler.upstream;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.LeafKind;
import dev.hyperterse.catalog.UpstreamDefinition;
import dev.hyperterse.compiler.items.Item;
import dev.hyperterse.compiler.items.ItemSource;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.crds.v1alpha1.LeafSpec;
import dev.hyperterse.crds.v1alpha1.McpResourceSpec;
import dev.hyperterse.crds.v1alpha1.PromptSpec;
import dev.hyperterse.crds.v1alpha1.ToolSpec;
import dev.hyperterse.crds.v1alpha1.shared.Document;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The definitions of one kind in a document: each of them is an item, under its name or URI on the other server. */
public final class UpstreamItems implements ItemSource {
    private static final String PATH = "spec.mcp.definitions";
    private static final Pattern NOT_OF_URIS = Pattern.compile("[^\\x21-\\x7E]");
    private static final int LONGEST_SHOWN = 256;
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private final Document document;
    private final DefinedKind kind;
    private final String place;

    private UpstreamItems(Document document, DefinedKind kind) {
        this.document = document;
        this.kind = kind;
        this.place = document.inline().isPresent() ? PATH + ".inline" : PATH + ".configMapKeyRef";
    }

    /** Empty where the object has no definitions. */
    public static Optional<ItemSource> of(ToolSpec spec) {
        return spec.mcp().flatMap(it -> it.definitions()
                .map(document -> new UpstreamItems(document, new DefinedTool(spec, it))));
    }

    public static Optional<ItemSource> of(PromptSpec spec) {
        return spec.mcp().flatMap(it -> it.definitions()
                .map(document -> new UpstreamItems(document, new DefinedPrompt(spec, it))));
    }

    public static Optional<ItemSource> of(McpResourceSpec spec) {
        return spec.mcp().flatMap(it -> it.definitions()
                .map(document -> new UpstreamItems(document, new DefinedResource(spec, it))));
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
    public LeafSpec shared(String item) {
        return kind.shared(item);
    }

    @Override
    public boolean suspends(String item) {
        return kind.choice().suspended().anyMatch(it -> kind.key(it).equals(item));
    }

    @Override
    public boolean brings(Action published) {
        return published instanceof Action.OnServer;
    }

    @Override
    public boolean wants(String item, Action published) {
        return kind.isSelected(published);
    }

    @Override
    public Checked<List<Item>> items(String text) {
        try {
            return listed(JSON.readTree(text)).then(this::items);
        } catch (JacksonException malformed) {
            return Checked.faulty(unreadable("it is not JSON, or has a name twice"));
        }
    }

    /** A definition in one of the lists. */
    private record Listed(UpstreamDefinition kind, JsonNode json) {
        String name() {
            return kind.key(json);
        }
    }

    private Checked<List<Listed>> listed(JsonNode root) {
        // A document without lists is the list of tools.
        var lists = kind.lists().stream().filter(it -> list(root, it).isArray()).toList();
        return lists.isEmpty()
                ? Checked.faulty(unreadable("it has no list of "
                        + kind.lists().stream().map(UpstreamDefinition::list).collect(Collectors.joining(" or "))))
                : Checked.sound(lists.stream()
                        .flatMap(it -> list(root, it).valueStream().map(json -> new Listed(it, json)))
                        .toList());
    }

    private static JsonNode list(JsonNode root, UpstreamDefinition kind) {
        return root.isArray() && kind == UpstreamDefinition.TOOL ? root : root.path(kind.list());
    }

    private Checked<List<Item>> items(List<Listed> listed) {
        var selected = listed.stream()
                .filter(it -> kind.isSelected(it.kind(), it.json()))
                .toList();
        if (selected.size() > MOST_ITEMS) {
            return Checked.faulty(problem(
                    "upstream-items",
                    "%d definitions are selected, and one %s brings at most %d"
                            .formatted(selected.size(), kind.kind(), MOST_ITEMS),
                    "narrow spec.mcp.select, or write several %ss with the same definitions".formatted(kind.kind())));
        }
        var items = new ArrayList<Item>();
        var keys = new HashSet<String>();
        selected.forEach(definition -> {
            var wanted = kind.key(definition.name());
            var key = Item.free(wanted, keys);
            items.add(item(
                    key,
                    definition.name(),
                    key.equals(wanted)
                            ? kind.of(definition.kind(), definition.json()).mapProblems(this::placed)
                            : Checked.faulty(same(definition.name()))));
        });
        unknown(listed).distinct().forEach(name -> items.add(unknown(name, keys)));
        return items.isEmpty()
                ? Checked.faulty(problem(
                        "upstream-items",
                        "none of the %d definitions is selected".formatted(listed.size()),
                        "widen spec.mcp.select"))
                : Checked.sound(List.copyOf(items));
    }

    /** One under a name of its own keeps no version of the definition whose name it would have. */
    private Item unknown(String name, Set<String> keys) {
        var wanted = kind.key(name);
        var key = Item.free(wanted, keys);
        return key.equals(wanted)
                ? item(key, name, Checked.faulty(unknown(name)))
                : item(key, name, Checked.faulty(inAnotherSpelling(name))).withoutLastGood();
    }

    private Item item(String key, String name, Checked<LeafSpec> spec) {
        return new Item(key, hasUris() ? shown(name) : key, place, Optional.empty(), kind.shared(key), spec);
    }

    private Problem placed(Problem problem) {
        return problem.reason().problem(place, problem.rule(), problem.message(), problem.remedy());
    }

    /** Definitions that the author names and the document does not have. */
    private Stream<String> unknown(List<Listed> listed) {
        var known = listed.stream().map(Listed::name).collect(Collectors.toSet());
        return kind.choice().written().filter(written -> !known.contains(written));
    }

    private Problem unknown(String name) {
        var word = kind.lists().getFirst().word();
        return problem(
                "upstream-%s-exists".formatted(word),
                "the definitions have no %s '%s'".formatted(word, shown(name)),
                "write a %s of the other server, or import its definitions again"
                        .formatted(hasUris() ? "URI" : "name"));
    }

    private Problem inAnotherSpelling(String name) {
        var word = kind.lists().getFirst().word();
        return problem(
                "upstream-%s-exists".formatted(word),
                "the definitions have the %s '%s' in another spelling".formatted(word, shown(name)),
                "write it exactly as they do");
    }

    private Problem same(String name) {
        return problem(
                "upstream-name-once",
                hasUris()
                        ? "two definitions have the URI '%s'".formatted(shown(name))
                        : "two definitions have the name '%s', or names that differ in characters that no name may have"
                                .formatted(shown(name)),
                "remove one of them");
    }

    private boolean hasUris() {
        return kind.kind() == LeafKind.Resource;
    }

    /** The name or the URI, without characters that neither may have. */
    private String shown(String name) {
        var visible = NOT_OF_URIS.matcher(name).replaceAll("-");
        return hasUris() ? visible.substring(0, Math.min(visible.length(), LONGEST_SHOWN)) : kind.key(name);
    }

    private Problem unreadable(String why) {
        var methods = kind.lists().stream().map(UpstreamDefinition::method).collect(Collectors.joining(" or "));
        return problem(
                "upstream-definitions",
                "the definitions cannot be read: " + why,
                "store what hyperterse import writes, or the JSON of " + methods);
    }

    private Problem problem(String rule, String message, String remedy) {
        return Reason.InvalidRequest.problem(place, rule, message, remedy);
    }
}
