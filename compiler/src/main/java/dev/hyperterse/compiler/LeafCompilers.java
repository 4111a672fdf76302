package dev.hyperterse.compiler;

import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.compiler.leaf.content.PromptCompiler;
import dev.hyperterse.compiler.leaf.content.ResourceCompiler;
import dev.hyperterse.compiler.leaf.lastgood.LastGood;
import dev.hyperterse.compiler.leaf.link.Links;
import dev.hyperterse.compiler.leaf.tool.ToolCompiler;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.crds.v1alpha1.LeafSpec;
import dev.hyperterse.crds.v1alpha1.McpResourceSpec;
import dev.hyperterse.crds.v1alpha1.PromptSpec;
import dev.hyperterse.crds.v1alpha1.ToolSpec;
import dev.hyperterse.statement.sql.StatementCompilation;
import dev.hyperterse.statement.sql.StatementSource;
import java.util.function.Function;

/** The compilers of the three kinds, and the check of last good versions. */
record LeafCompilers(ToolCompiler tools, PromptCompiler prompts, ResourceCompiler resources, LastGood lastGood) {
    Checked<Leaf> compile(LeafIdentity identity, LeafSpec spec, Links links) {
        return switch (spec) {
            case ToolSpec tool -> tools.compile(identity, tool, links);
            case PromptSpec prompt -> prompts.compile(identity, prompt, links);
            case McpResourceSpec resource -> resources.compile(identity, resource, links);
        };
    }

    static LeafCompilers of(Function<StatementSource, StatementCompilation> statements) {
        return new LeafCompilers(
                new ToolCompiler(statements),
                new PromptCompiler(statements),
                new ResourceCompiler(statements),
                new LastGood(statements));
    }
}
