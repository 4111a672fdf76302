package dev.hyperterse.cli.difference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.PromptLeaf;
import dev.hyperterse.catalog.ResourceLeaf;
import dev.hyperterse.catalog.ResourceLeaf.Address;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.access.AccessPolicy;
import dev.hyperterse.catalog.result.ResultRules;
import dev.hyperterse.catalog.result.RowFormat;
import dev.hyperterse.catalog.result.RowShape;
import dev.hyperterse.catalog.script.FetchGrant.Addresses;
import dev.hyperterse.catalog.server.Exposure;
import dev.hyperterse.catalog.server.Http;
import dev.hyperterse.catalog.server.ServerSettings;
import dev.hyperterse.catalog.server.Toolset;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.server.adapter.ApiAuth;
import dev.hyperterse.catalog.server.adapter.Engine;
import dev.hyperterse.catalog.server.auth.AuthPlugin;
import dev.hyperterse.catalog.server.auth.AuthSettings;
import dev.hyperterse.catalog.server.search.EntryToolNames;
import dev.hyperterse.catalog.server.search.SearchLanguage;
import dev.hyperterse.catalog.server.search.SearchSettings;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.cli.snapshot.SnapshotReader;
import dev.hyperterse.cli.validation.ScriptedCompiler;
import dev.hyperterse.compiler.CompiledServer;
import dev.hyperterse.compiler.Memo;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Two servers with everything set, and set differently. Each component of their records, taken from the second one
 * alone, is a difference: what is added to the records without a value in the manifests here fails this test.
 */
class EveryMemberTest {
    private static final Path ROOT = Path.of("src/test/resources/dev/hyperterse/cli/difference/everything");

    /** Decided by others, or equal for definitions that are compared. */
    private static final Set<String> DERIVED = Set.of("identity", "protections");

    private static CompiledServer before;
    private static CompiledServer after;

    @BeforeAll
    static void compile() {
        before = compiled("before");
        after = compiled("after");
    }

    @Test
    void everyMemberOfAToolIsCompared() {
        leaf(ToolLeaf.class, "list", Set.of("name"));
    }

    @Test
    void taskThatIsRequiredBreaksClientsWithoutTheExtension() {
        var old = (ToolLeaf) leaf(before, "list");
        var now = old.with(draft -> draft.task = ((ToolLeaf) leaf(after, "list")).task());
        assertThat(ComparedDefinitions.between(old, now))
                .extracting(DefinitionChange::impact)
                .containsExactly(Impact.BREAKING);
        assertThat(ComparedDefinitions.between(now, old))
                .extracting(DefinitionChange::impact)
                .containsExactly(Impact.BEHAVIOUR);
    }

    @Test
    void confirmationAndAnotherShapeBreakClients() {
        var old = (ToolLeaf) leaf(before, "list");
        var confirmed = old.with(draft -> draft.hints = new ToolLeaf.Hints(
                Optional.of(true), Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(true)));
        var single = old.with(draft -> draft.result = Optional.of(new ResultRules(
                Optional.empty(), ResultRules.Overflow.Fail, RowFormat.Rows, RowShape.Row, Optional.empty())));
        assertThat(breaking(ComparedDefinitions.between(old, confirmed)))
                .containsExactly("clients that cannot be asked are refused");
        assertThat(breaking(ComparedDefinitions.between(confirmed, old))).isEmpty();
        assertThat(messages(ComparedDefinitions.between(confirmed, old), Impact.RIGHTS))
                .containsExactly("users are not asked any more");
        assertThat(breaking(ComparedDefinitions.between(old, single)))
                .containsExactly("the result is of shape Row, was of Rows");
        assertThat(breaking(ComparedDefinitions.between(single, old)))
                .containsExactly("the result is of shape Rows, was of Row");
    }

    private static List<String> breaking(List<DefinitionChange> changes) {
        return messages(changes, Impact.BREAKING);
    }

    private static List<String> messages(List<DefinitionChange> changes, Impact impact) {
        return changes.stream()
                .filter(change -> change.impact() == impact)
                .map(DefinitionChange::message)
                .toList();
    }

    @Test
    void everyMemberOfAPromptIsCompared() {
        leaf(PromptLeaf.class, "ask", Set.of("name", "computed"));
        leaf(
                PromptLeaf.class,
                "computed",
                Set.of("name", "title", "description", "icons", "arguments", "messages", "access"));
    }

    @Test
    void everyMemberOfAResourceIsCompared() {
        leaf(ResourceLeaf.class, "hours", Set.of("address", "size"));
        var sized = leaf(before, "fixed");
        assertThat(ComparedDefinitions.between(sized, leaf(after, "fixed")))
                .extracting(DefinitionChange::path)
                .contains("spec.size");
    }

    @Test
    void everyMemberOfWhatAnotherServerIsAskedForIsCompared() {
        each(
                new Action.GetPrompt("tickets", "summary", Optional.of("a")),
                new Action.GetPrompt("helpdesk", "triage", Optional.empty()),
                Set.of(),
                (old, now) -> ofServer(prompt(old), prompt(now)));
        each(
                new Action.ReadResource("tickets", new Address.Fixed("docs://a"), Optional.of("a")),
                new Action.ReadResource("helpdesk", new Address.Fixed("docs://b"), Optional.empty()),
                Set.of(),
                (old, now) -> ofServer(resource(old), resource(now)));
        assertThat(ofServer(
                        leaf(before, "computed"), prompt(new Action.GetPrompt("tickets", "summary", Optional.empty()))))
                .extracting(DefinitionChange::message)
                .contains("prompt of the other server changed");
    }

    private static List<DefinitionChange> ofServer(Leaf old, Leaf now) {
        var changes = ComparedDefinitions.between(old, now);
        assertThat(changes).extracting(DefinitionChange::path).allMatch(it -> it.startsWith("spec.mcp"));
        return changes;
    }

    private static PromptLeaf prompt(Action action) {
        var prompt = (PromptLeaf) leaf(before, "computed");
        return new PromptLeaf(
                prompt.identity(),
                prompt.name(),
                prompt.title(),
                prompt.description(),
                prompt.icons(),
                prompt.arguments(),
                prompt.messages(),
                Optional.of(new PromptLeaf.Computed(List.of(), action)),
                prompt.access(),
                prompt.protections());
    }

    private static ResourceLeaf resource(Action action) {
        var resource = (ResourceLeaf) leaf(before, "hours");
        return new ResourceLeaf(
                resource.identity(),
                resource.address(),
                resource.name(),
                resource.title(),
                resource.description(),
                resource.icons(),
                resource.mimeType(),
                resource.size(),
                resource.audience(),
                resource.arguments(),
                new ResourceLeaf.Body.Computed(List.of(), action, Optional.empty()),
                resource.access(),
                resource.protections());
    }

    @Test
    void everyMemberOfTheSettingsIsCompared() {
        each(before.settings().orElseThrow(), after.settings().orElseThrow(), DERIVED, ComparedSettings::between);
    }

    @Test
    void toolsetThatIsGoneOrHidesToolsBreaksItsClients() {
        var none = settings(before).with(draft -> draft.toolsets = List.of());
        var plain = none.with(draft -> draft.toolsets = List.of(toolset(Optional.empty(), List.of())));
        var direct = none.with(draft -> draft.toolsets = List.of(toolset(Optional.of(Exposure.Direct), List.of())));
        assertThat(breaking(ComparedSettings.between(plain, none))).containsExactly("toolset sales is removed");
        assertThat(breaking(ComparedSettings.between(none, plain))).isEmpty();
        assertThat(breaking(ComparedSettings.between(plain, direct)))
                .containsExactly("toolset sales has exposure Direct, had Search");
    }

    @Test
    void pluginsOfAToolsetAreRights() {
        var base = settings(before)
                .with(draft -> draft.auth = draft.auth.requiring(List.of(
                        new AuthPlugin.ApiKeys("partners", "X-API-Key", ValueKey.auth("partners", "keys")),
                        new AuthPlugin.ApiKeys("staff", "X-API-Key", ValueKey.auth("staff", "keys")))));
        var all = base.with(draft -> draft.toolsets = List.of(toolset(Optional.empty(), List.of())));
        var staff = base.with(draft -> draft.toolsets = List.of(toolset(Optional.empty(), List.of("staff"))));
        assertThat(breaking(ComparedSettings.between(all, staff)))
                .containsExactly("plugins of toolset sales are [staff], were [partners, staff]");
        assertThat(messages(ComparedSettings.between(staff, all), Impact.RIGHTS))
                .containsExactly("plugins of toolset sales are [partners, staff], were [staff]");
    }

    @Test
    void toolsetWithoutMetadataBreaksClientsThatLogIn() {
        var none = settings(before);
        var published = none.with(draft -> draft.toolsets = List.of(toolset(Optional.empty(), List.of())));
        var hidden = none.with(draft -> draft.toolsets =
                List.of(new Toolset("sales", Optional.empty(), Optional.empty(), List.of(), Toolset.Metadata.Hidden)));
        assertThat(breaking(ComparedSettings.between(published, hidden)))
                .containsExactly("clients find no OAuth metadata for the URL of toolset sales any more");
        assertThat(breaking(ComparedSettings.between(hidden, published))).isEmpty();
    }

    private static Toolset toolset(Optional<Exposure> exposure, List<String> plugins) {
        return new Toolset("sales", exposure, Optional.empty(), plugins, Toolset.Metadata.Published);
    }

    @Test
    void entryToolsThatAreGoneOrTakeLessBreakClients() {
        assertThat(breaking(ComparedSettings.between(named("find", Optional.empty()), named("seek", Optional.empty()))))
                .containsExactly("there is no entry tool find any more, or it does another thing");
        assertThat(breaking(
                        ComparedSettings.between(named("find", Optional.empty()), named("find", Optional.of("write")))))
                .containsExactly("execute runs what reads only; the rest is of write");
        assertThat(breaking(
                        ComparedSettings.between(named("find", Optional.of("write")), named("find", Optional.empty()))))
                .containsExactly("there is no entry tool write any more, or it does another thing");
    }

    @Test
    void entryToolsThatChangeTheirNamesBreakClients() {
        var old = named(new EntryToolNames("a", "b", Optional.empty()));
        var now = named(new EntryToolNames("b", "a", Optional.empty()));
        assertThat(breaking(ComparedSettings.between(old, now)))
                .containsExactly("there is no entry tool a b any more, or it does another thing");
    }

    @Test
    void programsThatAreNotTakenAnyMoreBreakClientsInEachExposure() {
        for (var exposure : List.of(Exposure.Direct, Exposure.Search)) {
            var old = named(new EntryToolNames("search", "execute", Optional.empty(), Optional.of("run")))
                    .with(draft -> draft.exposure = exposure);
            var now = named(EntryToolNames.USUAL).with(draft -> draft.exposure = exposure);
            assertThat(breaking(ComparedSettings.between(old, now)))
                    .containsExactly("there is no entry tool run any more, or it does another thing");
            assertThat(breaking(ComparedSettings.between(now, old))).isEmpty();
        }
    }

    private static ServerSettings named(String search, Optional<String> change) {
        return named(new EntryToolNames(search, "execute", change));
    }

    private static ServerSettings named(EntryToolNames names) {
        return settings(before)
                .with(draft -> draft.search =
                        new SearchSettings(3, true, SearchLanguage.English, List.of(), Optional.of(names)));
    }

    @Test
    void newAdapterThatMayWriteIsOfRights() {
        var old = settings(before).with(draft -> draft.adapters = List.of());
        for (var access : Adapter.Access.values()) {
            var now = old.with(draft -> draft.adapters = List.of(withAccess(access)));
            assertThat(ComparedSettings.between(old, now))
                    .extracting(DefinitionChange::impact)
                    .containsExactly(access == Adapter.Access.ReadWrite ? Impact.RIGHTS : Impact.COMPATIBLE);
        }
    }

    @Test
    void everyMemberOfTheAuthIsCompared() {
        BiFunction<AuthSettings, AuthSettings, List<DefinitionChange>> compared =
                (old, now) -> ComparedSettings.between(
                        settings(before).with(draft -> draft.auth = old),
                        settings(before).with(draft -> draft.auth = now));
        each(settings(before).auth(), settings(after).auth(), Set.of("mode"), compared);
        // It goes with the plugins that are required.
        assertThat(compared.apply(settings(before).auth(), AuthSettings.of(AuthSettings.Mode.Anonymous)))
                .extracting(DefinitionChange::path)
                .contains("spec.auth.mode");
    }

    @Test
    void everyMemberOfHttpIsCompared() {
        BiFunction<Http, Http, List<DefinitionChange>> compared = (old, now) -> ComparedSettings.between(
                settings(before).with(draft -> draft.http = old),
                settings(before).with(draft -> draft.http = now));
        each(settings(before).http(), settings(after).http(), Set.of(), compared);
    }

    @Test
    void everyMemberOfTheTokensOfAnAdapterIsCompared() {
        BiFunction<ApiAuth, ApiAuth, List<DefinitionChange>> authsCompared = (old, now) -> ComparedSettings.between(
                settings(before).with(draft -> draft.adapters = List.of(withTokens(Optional.of(old)))),
                settings(before).with(draft -> draft.adapters = List.of(withTokens(Optional.of(now)))));
        BiFunction<ApiAuth.OAuthClient, ApiAuth.OAuthClient, List<DefinitionChange>> compared = (old, now) ->
                authsCompared.apply(new ApiAuth.ClientCredentials(old), new ApiAuth.ClientCredentials(now));
        var old = new ApiAuth.OAuthClient(
                "https://login.example.com/token",
                new ValueKey("id"),
                new ValueKey("secret"),
                ApiAuth.ClientAuthentication.Basic,
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Addresses.Public,
                Optional.empty());
        var now = new ApiAuth.OAuthClient(
                "https://login.example.com/other",
                new ValueKey("other-id"),
                new ValueKey("other-secret"),
                ApiAuth.ClientAuthentication.Post,
                List.of("orders"),
                Optional.of("orders"),
                Optional.of("https://api.example.com"),
                Addresses.Private,
                Optional.of(new ValueKey("ca")));
        each(old, now, Set.of(), compared);
        var own = new ApiAuth.ClientCredentials(old);
        var ofCallers = new ApiAuth.TokenExchange(old, new TreeSet<>(Set.of("login")));
        assertThat(authsCompared.apply(own, ofCallers)).isNotEmpty();
        assertThat(authsCompared.apply(
                        ofCallers, new ApiAuth.TokenExchange(old, new TreeSet<>(Set.of("login", "partners")))))
                .isNotEmpty();
        assertThat(ComparedSettings.between(
                        settings(before).with(draft -> draft.adapters = List.of(withTokens(Optional.of(own)))),
                        settings(before).with(draft -> draft.adapters = List.of(withTokens(Optional.empty())))))
                .extracting(DefinitionChange::path)
                .isNotEmpty();
    }

    private static Adapter withTokens(Optional<ApiAuth> tokens) {
        return adapter(Adapter.Access.ReadOnly, tokens);
    }

    private static Adapter withAccess(Adapter.Access access) {
        return adapter(access, Optional.empty());
    }

    private static Adapter adapter(Adapter.Access access, Optional<ApiAuth> tokens) {
        return new Adapter(
                "orders",
                access,
                new Adapter.Pool(1, 0, 1, 1, 1),
                1,
                1,
                new Engine.Http(
                        new ValueKey("url"),
                        Optional.empty(),
                        Optional.empty(),
                        new Engine.Tls(Engine.TlsMode.VerifyFull, Optional.empty(), Optional.empty(), Optional.empty()),
                        Addresses.Public,
                        Map.of(),
                        tokens));
    }

    @Test
    void everyMemberOfAPolicyIsCompared() {
        BiFunction<AccessPolicy, AccessPolicy, List<DefinitionChange>> compared =
                (old, now) -> ComparedPolicies.between(Optional.of(old), Optional.of(now), "spec.auth");
        var old = leaf(before, "list").access().orElseThrow();
        var now = leaf(after, "list").access().orElseThrow();
        each(old, now, Set.of("scopes", "claims", "decided"), compared);
        // Those of a server have what those of a definition do not.
        each(
                settings(before).auth().policy().orElseThrow(),
                settings(after).auth().policy().orElseThrow(),
                Set.of("plugin", "subjects", "rules", "decided", "toolsets"),
                compared);
        assertThat(compared.apply(AccessPolicy.of(old.rules()), old)).isNotEmpty();
        assertThat(compared.apply(
                        AccessPolicy.of(old.rules()),
                        AccessPolicy.of(old.rules()).decidedAtTheCall()))
                .extracting(DefinitionChange::impact)
                .containsExactly(Impact.BREAKING);
        assertThat(compared.apply(AccessPolicy.of(old.rules()).decidedAtTheCall(), AccessPolicy.of(old.rules())))
                .extracting(DefinitionChange::impact)
                .containsExactly(Impact.RIGHTS);
    }

    private static <L extends Record & Leaf> void leaf(Class<L> type, String name, Set<String> others) {
        var own = new HashSet<>(DERIVED);
        own.addAll(others);
        each(
                type.cast(leaf(before, name)),
                type.cast(leaf(after, name)),
                own,
                (old, now) -> ComparedDefinitions.between(old, now));
    }

    private static <R extends Record> void each(
            R old, R now, Set<String> others, BiFunction<R, R, List<DefinitionChange>> compared) {
        for (var component : old.getClass().getRecordComponents()) {
            if (!others.contains(component.getName())) {
                var changed = with(old, component, now);
                assertThat(changed)
                        .as("%s of both manifests", component.getName())
                        .isNotEqualTo(old);
                assertThat(compared.apply(old, changed)).as(component.getName()).isNotEmpty();
                assertThat(compared.apply(changed, old)).as(component.getName()).isNotEmpty();
            }
        }
        assertThat(compared.apply(old, old)).isEmpty();
    }

    @SuppressWarnings("unchecked")
    private static <R extends Record> R with(R record, RecordComponent changed, R other) {
        try {
            var components = record.getClass().getRecordComponents();
            var values = new Object[components.length];
            for (var index = 0; index < components.length; index++) {
                var from = components[index].getName().equals(changed.getName()) ? other : record;
                values[index] = components[index].getAccessor().invoke(from);
            }
            var types = Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
            return (R) record.getClass().getDeclaredConstructor(types).newInstance(values);
        } catch (ReflectiveOperationException unexpected) {
            throw new IllegalStateException(unexpected);
        }
    }

    private static ServerSettings settings(CompiledServer server) {
        return server.settings().orElseThrow();
    }

    private static Leaf leaf(CompiledServer server, String name) {
        return server.served().stream()
                .map(CompiledServer.Served::leaf)
                .filter(leaf -> leaf.identity().name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static CompiledServer compiled(String directory) {
        var snapshot = new SnapshotReader(ROOT.resolve(directory)).read();
        assertThat(snapshot.diagnostics()).isEmpty();
        var objects = snapshot.objects();
        var compiled =
                new ScriptedCompiler().compile(objects.inputs(objects.servers().getFirst()), Memo.empty());
        assertThat(compiled.problems()).isEmpty();
        assertThat(compiled.results().values().stream().flatMap(result -> result.problems().stream()))
                .isEmpty();
        return compiled;
    }
}
