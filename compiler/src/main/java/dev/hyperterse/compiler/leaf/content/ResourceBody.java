package dev.hyperterse.compiler.leaf.content;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.ResourceLeaf.Address;
import dev.hyperterse.catalog.ResourceLeaf.Body;
import dev.hyperterse.catalog.ResourceLeaf.SkillFile;
import dev.hyperterse.catalog.Template;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.compiler.leaf.link.Base64Text;
import dev.hyperterse.compiler.leaf.link.Links;
import dev.hyperterse.compiler.leaf.link.ResourceAddress;
import dev.hyperterse.compiler.leaf.statement.ScriptActionCompiler;
import dev.hyperterse.compiler.leaf.statement.StatementLinker;
import dev.hyperterse.compiler.leaf.statement.UpstreamLinker;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.resolve.DocumentContent;
import dev.hyperterse.compiler.template.TextTemplate;
import dev.hyperterse.crds.v1alpha1.McpResourceSpec;
import dev.hyperterse.crds.v1alpha1.shared.KeyRef;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Compiles the content of a resource, its media type and its size. */
record ResourceBody(
        StatementLinker statements,
        ScriptActionCompiler scripts,
        Links links,
        Address address,
        Optional<Long> timeout) {
    /** {@code size} counts bytes, where they are known before the resource is read. */
    record Compiled(Body body, Optional<String> mimeType, Optional<Long> size) {
        Compiled(Body body, String mimeType, Optional<Long> size) {
            this(body, Optional.of(mimeType), size);
        }
    }

    Checked<Compiled> compile(McpResourceSpec spec) {
        List<Checked<Compiled>> sources = new ArrayList<>();
        spec.text().ifPresent(it -> sources.add(text(it, "spec.text", declaredOr(spec, address.text()))));
        spec.blob()
                .ifPresent(it -> sources.add(
                        Base64Text.check(it, "spec.blob").map(blob -> blob(blob, declaredOr(spec, address.text())))));
        spec.configMapKeyRef().ifPresent(it -> sources.add(configMap(it, spec)));
        spec.skill()
                .ifPresent(it -> sources.add(
                        SkillCompiler.compile(it, address.text(), links).map(ResourceBody::skill)));
        spec.statement()
                .ifPresent(it -> sources.add(statements
                        .link(it, inputs(), List.of(), links)
                        .map(linked -> computed(linked.action(), spec.mimeType().orElse(MediaTypes.JSON)))));
        spec.script()
                .ifPresent(it -> sources.add(scripts.link(it, inputs(), links)
                        .map(action -> computed(
                                action, declaredOr(spec, address.text()).orElse(MediaTypes.TEXT)))));
        spec.mcp()
                .ifPresent(it -> sources.add(UpstreamLinker.resource(it, address, links)
                        .map(action -> new Compiled(computed(action), spec.mimeType(), Optional.empty()))));
        if (sources.size() == 1) {
            return sources.getFirst();
        }
        return Checked.faulty(Reason.InvalidContent.problem(
                "spec",
                "one-source",
                "the resource has %d sources of content".formatted(sources.size()),
                "set exactly one of text, blob, configMapKeyRef, skill, statement, script and mcp"));
    }

    private Checked<Compiled> configMap(KeyRef reference, McpResourceSpec spec) {
        var path = "spec.configMapKeyRef";
        var mimeType = declaredOr(spec, reference.key()).or(() -> declaredOr(spec, address.text()));
        return links.content(path).then(content -> switch (content) {
            case DocumentContent.Text(var text, var quotable) ->
                quotable
                        ? text(text, path, mimeType)
                        : text(text, path, mimeType).mapProblems(Problem::withoutQuotation);
            case DocumentContent.Binary(var bytes) -> Checked.sound(blob(bytes.base64(), mimeType));
        });
    }

    private Checked<Compiled> text(String text, String path, Optional<String> mimeType) {
        var type = mimeType.orElse(MediaTypes.TEXT);
        return switch (address) {
            // Text of a fixed resource has no arguments, so its braces are its own business.
            case Address.Fixed _ ->
                Checked.sound(new Compiled(new Body.Text(Template.literal(text)), type, Optional.of((long)
                        text.getBytes(StandardCharsets.UTF_8).length)));
            case Address.Templated _ ->
                TextTemplate.parse(text, path, Reason.InvalidContent, Set.copyOf(ResourceAddress.variables(address)))
                        .map(template -> new Compiled(new Body.Text(template), type, Optional.empty()));
        };
    }

    private static Compiled blob(String base64, Optional<String> mimeType) {
        return new Compiled(
                new Body.Blob(base64), mimeType.orElse(MediaTypes.BYTES), Optional.of(Base64Text.decodedSize(base64)));
    }

    private static Compiled skill(Body.Skill skill) {
        var main = skill.files().stream()
                .filter(file -> file.path().equals(SkillFile.MAIN))
                .findFirst()
                .orElseThrow();
        return new Compiled(skill, main.mimeType(), Optional.of(main.size()));
    }

    private Compiled computed(Action action, String mimeType) {
        return new Compiled(computed(action), mimeType, Optional.empty());
    }

    private Body computed(Action action) {
        return new Body.Computed(inputs(), action, timeout);
    }

    private List<Input> inputs() {
        return ResourceAddress.variables(address).stream()
                .map(ResourceBody::variable)
                .toList();
    }

    /** A variable of a template is a text that is always there. */
    private static Input variable(String name) {
        return Input.of(name, InputType.STRING, false);
    }

    private Optional<String> declaredOr(McpResourceSpec spec, String name) {
        return spec.mimeType().or(() -> MediaTypes.ofName(name));
    }
}
