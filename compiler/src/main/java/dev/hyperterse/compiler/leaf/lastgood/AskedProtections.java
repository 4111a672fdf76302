package dev.hyperterse.compiler.leaf.lastgood;

import dev.hyperterse.catalog.AccessPolicy;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.Input;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.ToolLeaf.Hints;
import dev.hyperterse.catalog.statement.BoundSource;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.compiler.inputs.BoundInputs;
import dev.hyperterse.compiler.leaf.LeafLinker;
import dev.hyperterse.compiler.leaf.link.AdapterLink;
import dev.hyperterse.compiler.leaf.link.Links;
import dev.hyperterse.compiler.leaf.statement.SessionCompiler;
import dev.hyperterse.compiler.leaf.statement.StatementLinker;
import dev.hyperterse.compiler.leaf.tool.ToolCompiler;
import dev.hyperterse.crds.v1alpha1.McpResourceSpec;
import dev.hyperterse.crds.v1alpha1.PromptSpec;
import dev.hyperterse.crds.v1alpha1.Statement;
import dev.hyperterse.crds.v1alpha1.ToolSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The protections of a faulty definition. Each part is compiled by itself and compared with the published version,
 * because a mistake elsewhere does not affect it.
 */
public final class AskedProtections {
    private final LeafLinker linker;

    public AskedProtections(LeafLinker linker) {
        this.linker = linker;
    }

    public Protections of(ToolSpec spec, Links links, Leaf published) {
        var bound = new TreeMap<String, Optional<BoundSource>>();
        spec.inputs().forEach(input -> input.source().ifPresent(it -> bound.put(input.name(), BoundInputs.source(it))));
        return new Protections(
                access(links),
                links.callers(),
                ToolCompiler.rates(spec),
                new Hints(
                        spec.hints().flatMap(it -> it.readOnly()),
                        spec.hints().flatMap(it -> it.destructive()),
                        spec.hints().flatMap(it -> it.idempotent()),
                        spec.hints().flatMap(it -> it.openWorld()),
                        spec.confirm()),
                bound,
                session(spec.statement(), published),
                textual(spec.statement()));
    }

    public Protections of(PromptSpec spec, Links links, Leaf published) {
        return of(Optional.empty(), links, published);
    }

    public Protections of(McpResourceSpec spec, Links links, Leaf published) {
        return of(spec.statement(), links, published);
    }

    private Protections of(Optional<Statement> statement, Links links, Leaf published) {
        return new Protections(
                access(links),
                Optional.empty(),
                Optional.empty(),
                Hints.NONE,
                Map.of(),
                session(statement, published),
                textual(statement));
    }

    /** One that does not compile fails closed before it is asked for here. */
    private static Optional<AccessPolicy> access(Links links) {
        return links.access().valid().orElseGet(Optional::empty);
    }

    private Optional<List<Segment>> session(Optional<Statement> statement, Leaf published) {
        var asked = statement.filter(it -> !StatementLinker.isPlain(it));
        if (asked.isEmpty()) {
            return Optional.of(List.of());
        }
        var namespace = published.identity().namespace();
        return published
                .asked()
                .filter(Action.RunSql.class::isInstance)
                .map(Action.RunSql.class::cast)
                .map(sql -> linker.adapter(namespace, sql.adapter()))
                .filter(AdapterLink.Usable.class::isInstance)
                .map(AdapterLink.Usable.class::cast)
                .flatMap(usable -> SessionCompiler.compile(
                                asked.get(), usable, nameable(published), linker.environment(namespace))
                        .valid());
    }

    private static List<Input> nameable(Leaf published) {
        return published instanceof ToolLeaf tool ? SessionCompiler.nameable(tool.inputs()) : List.of();
    }

    private static boolean textual(Optional<Statement> statement) {
        return statement.filter(StatementLinker::textual).isPresent();
    }
}
