package dev.hyperterse.compiler.statement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.LeafKind;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.compiler.Manifests;
import dev.hyperterse.compiler.leaf.link.AdapterLink;
import dev.hyperterse.compiler.leaf.link.CacheDefaults;
import dev.hyperterse.compiler.leaf.link.Links;
import dev.hyperterse.compiler.leaf.link.ResultDefaults;
import dev.hyperterse.compiler.leaf.link.StatementLanguage;
import dev.hyperterse.compiler.leaf.tool.ToolCompiler;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.statement.sql.StatementCompiler;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Compiles the one tool of a manifest for an adapter. */
final class ToolOnAdapter {
    private ToolOnAdapter() {}

    static AdapterLink.Usable adapter(Dialect dialect, Access access) {
        return adapter(dialect, access, false, List.of());
    }

    static AdapterLink.Usable adapter(Dialect dialect, Access access, boolean adHocSql, List<String> roles) {
        return new AdapterLink.Usable(
                new StatementLanguage.Sql(dialect), access, false, adHocSql, roles, Set.of(), false, false);
    }

    /** @param environment the variables that its statement may read */
    static ToolLeaf compiled(String manifest, AdapterLink.Usable adapter, Set<String> environment) {
        var tool = Manifests.read(manifest).tools().getFirst();
        var name = tool.getMetadata().getName();
        var links = new Links(
                name,
                Optional.of(adapter),
                environment,
                CacheDefaults.NONE,
                ResultDefaults.STANDARD,
                Map.of(),
                List.of(),
                Checked.sound(Optional.empty()),
                Optional.empty(),
                Map.of(),
                Map.of());
        var compiled = new ToolCompiler(new StatementCompiler()::compile)
                .compile(new LeafIdentity(LeafKind.Tool, "default", name, "uid", 1), tool.getSpec(), links);
        assertThat(compiled.problems()).isEmpty();
        return (ToolLeaf) compiled.valid().orElseThrow();
    }
}
