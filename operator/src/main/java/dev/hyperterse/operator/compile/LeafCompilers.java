package dev.hyperterse.operator.compile;

import dev.hyperterse.operator.compile.leaf.PromptCompiler;
import dev.hyperterse.operator.compile.leaf.ResourceCompiler;
import dev.hyperterse.operator.compile.leaf.ToolCompiler;

/** The compilers of the three kinds. */
record LeafCompilers(ToolCompiler tools, PromptCompiler prompts, ResourceCompiler resources) {}
