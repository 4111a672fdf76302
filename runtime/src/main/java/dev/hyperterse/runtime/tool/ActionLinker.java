package dev.hyperterse.runtime.tool;

import dev.hyperterse.calls.fetch.address.AllowedUrl;
import dev.hyperterse.calls.turn.Permits;
import dev.hyperterse.calls.validation.ValidationWork;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.PromptLeaf;
import dev.hyperterse.catalog.ResourceLeaf;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.Inputs;
import dev.hyperterse.catalog.server.CodeSettings;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.runtime.tool.cache.ResultCache;
import dev.hyperterse.runtime.tool.call.LinkedTool;
import dev.hyperterse.runtime.tool.script.NamedQueries.NamedQuery;
import dev.hyperterse.scripts.ScriptLinker;
import dev.hyperterse.scripts.author.DeployedScript;
import dev.hyperterse.scripts.author.ScriptOwner;
import dev.hyperterse.scripts.author.ScriptOwner.Kind;
import dev.hyperterse.scripts.exchange.LinkedScript;
import dev.hyperterse.scripts.host.SentProgram;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Links tools to the adapters that run their actions, independent of the engines. */
public final class ActionLinker implements ToolLinker {
    private final Permits longValidations = ValidationWork.permits();
    private final Optional<ResultCache> cache;
    private final ScriptLinker scripts;

    /** Links tools, and caches the results of those that enable it. */
    public ActionLinker(ResultCache cache, ScriptLinker scripts) {
        this.cache = Optional.of(cache);
        this.scripts = scripts;
    }

    /** Links tools without a cache. */
    public ActionLinker(ScriptLinker scripts) {
        this.cache = Optional.empty();
        this.scripts = scripts;
    }

    @Override
    public LinkedTool link(ToolLeaf tool, LinkSettings settings) {
        return link(ToolDefinition.of(tool), settings);
    }

    @Override
    public LinkedTool link(CodeSettings code, LinkSettings settings) {
        return link(ToolDefinition.of(code), settings);
    }

    @Override
    public LinkedTool link(ResourceLeaf resource, ResourceLeaf.Body.Computed contents, LinkSettings settings) {
        return link(ToolDefinition.of(resource, contents), settings);
    }

    @Override
    public LinkedTool link(PromptLeaf prompt, PromptLeaf.Computed messages, LinkSettings settings) {
        return link(ToolDefinition.of(prompt, messages), settings);
    }

    /** Links a statement without a definition. */
    public LinkedTool link(List<Input> inputs, Action action, Optional<Long> timeoutMillis, LinkSettings settings) {
        var owner = new ScriptOwner(Kind.TOOL, "", "", false);
        return link(
                new ToolDefinition(owner, new Inputs.Declared(inputs), action, timeoutMillis, Optional.empty()),
                settings);
    }

    private LinkedTool link(ToolDefinition definition, LinkSettings settings) {
        return ToolStages.of(new ToolSteps(definition, settings, this));
    }

    /** How many validations that take long may run at a time. */
    Permits longValidations() {
        return longValidations;
    }

    Optional<ResultCache> cache() {
        return cache;
    }

    LinkedScript link(ScriptOwner owner, Action.RunScript script, LinkSettings settings) {
        return scripts.link(
                new DeployedScript(owner, script.script(), environment(script, settings), fetch(script, settings)));
    }

    /** Links what runs the programs of clients. */
    LinkedScript link(ScriptOwner owner, CodeSettings code) {
        return scripts.link(
                new DeployedScript(owner, SentProgram.SCRIPT, Map.of(), List.of(), Optional.of(code.memory())));
    }

    /** Links each query of a script as a tool that only has a statement. */
    Map<String, NamedQuery> queries(ToolDefinition script, List<Action.Query> queries, LinkSettings settings) {
        return queries.stream()
                .collect(Collectors.toUnmodifiableMap(
                        Action.Query::name,
                        query -> new NamedQuery(
                                link(script.query(query), settings),
                                query.inputs().isPresent())));
    }

    private static Map<String, String> environment(Action.RunScript script, LinkSettings settings) {
        var values = new TreeMap<String, String>();
        script.environment()
                .forEach(name ->
                        settings.values().find(ValueKey.environment(name)).ifPresent(value -> values.put(name, value)));
        return values;
    }

    private static List<AllowedUrl> fetch(Action.RunScript script, LinkSettings settings) {
        return script.fetch().stream()
                .map(grant -> AllowedUrl.of(grant, settings.values()::find))
                .toList();
    }
}
