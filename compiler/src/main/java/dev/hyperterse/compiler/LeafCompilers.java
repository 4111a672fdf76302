package dev.hyperterse.compiler;

import dev.hyperterse.compiler.leaf.content.PromptCompiler;
import dev.hyperterse.compiler.leaf.content.ResourceCompiler;
import dev.hyperterse.compiler.leaf.lastgood.LastGood;
import dev.hyperterse.compiler.leaf.tool.ToolCompiler;
import dev.hyperterse.statement.sql.StatementCompilation;
import dev.hyperterse.statement.sql.StatementSource;
import java.util.function.Function;

/** The compilers of the three kinds, and the check of last good versions. */
record LeafCompilers(ToolCompiler tools, PromptCompiler prompts, ResourceCompiler resources, LastGood lastGood) {
    static LeafCompilers of(Function<StatementSource, StatementCompilation> statements) {
        return new LeafCompilers(
                new ToolCompiler(statements),
                new PromptCompiler(statements),
                new ResourceCompiler(statements),
                new LastGood(statements));
    }
}
