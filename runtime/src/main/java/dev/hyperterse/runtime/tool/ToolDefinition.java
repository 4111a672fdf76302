package dev.hyperterse.runtime.tool;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.PromptLeaf;
import dev.hyperterse.catalog.ResourceLeaf;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.catalog.input.Inputs;
import dev.hyperterse.catalog.server.CodeSettings;
import dev.hyperterse.scripts.author.ScriptOwner;
import dev.hyperterse.scripts.author.ScriptOwner.Kind;
import dev.hyperterse.scripts.host.SentProgram;
import java.util.List;
import java.util.Optional;

/**
 * What the stages of a call are made of. Computed content, prompts and named queries run as tools do, without what only the
 * leaf of a tool has.
 */
record ToolDefinition(
        ScriptOwner owner,
        Inputs inputs,
        Action action,
        Optional<Long> timeoutMillis,
        Optional<ToolLeaf> leaf,
        Optional<CodeSettings> code) {
    /** A program runs in no namespace, so that its turns alternate with those of each. */
    private static final String NO_NAMESPACE = "";

    /** One that brings no code. */
    ToolDefinition(
            ScriptOwner owner, Inputs inputs, Action action, Optional<Long> timeoutMillis, Optional<ToolLeaf> leaf) {
        this(owner, inputs, action, timeoutMillis, leaf, Optional.empty());
    }

    /** Programs of clients. */
    static ToolDefinition of(CodeSettings code) {
        return new ToolDefinition(
                new ScriptOwner(
                        Kind.PROGRAM,
                        NO_NAMESPACE,
                        Kind.PROGRAM.word(),
                        switch (code.effects()) {
                            case ReadOnly -> true;
                            case All -> false;
                        }),
                new Inputs.Declared(List.of(Input.of(SentProgram.INPUT, InputType.STRING, false))),
                new Action.RunScript(SentProgram.SCRIPT, List.of(), List.of()),
                code.timeoutMillis(),
                Optional.empty(),
                Optional.of(code));
    }

    static ToolDefinition of(ToolLeaf tool) {
        return new ToolDefinition(
                owner(tool, Kind.TOOL), tool.inputs(), tool.action(), tool.timeoutMillis(), Optional.of(tool));
    }

    static ToolDefinition of(ResourceLeaf resource, ResourceLeaf.Body.Computed contents) {
        return new ToolDefinition(
                new ScriptOwner(Kind.RESOURCE, resource.identity().namespace(), resource.name(), true),
                new Inputs.Declared(contents.inputs()),
                contents.action(),
                contents.timeoutMillis(),
                Optional.empty());
    }

    static ToolDefinition of(PromptLeaf prompt, PromptLeaf.Computed messages) {
        return new ToolDefinition(
                new ScriptOwner(Kind.PROMPT, prompt.identity().namespace(), prompt.name(), true),
                new Inputs.Declared(messages.inputs()),
                messages.action(),
                Optional.empty(),
                Optional.empty());
    }

    /** A query reads the inputs of its script, where it declares none. */
    ToolDefinition query(Action.Query query) {
        return new ToolDefinition(
                owner,
                query.inputs().<Inputs>map(Inputs.Declared::new).orElse(inputs),
                query.action(),
                Optional.empty(),
                Optional.empty());
    }

    static ScriptOwner owner(ToolLeaf tool, Kind kind) {
        return new ScriptOwner(
                kind,
                tool.identity().namespace(),
                tool.name(),
                tool.hints().readOnly().orElse(false));
    }
}
