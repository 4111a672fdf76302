package dev.hyperterse.operator.compile;

import dev.hyperterse.operator.compile.leaf.LastGood;
import dev.hyperterse.operator.compile.leaf.PromptCompiler;
import dev.hyperterse.operator.compile.leaf.ResourceCompiler;
import dev.hyperterse.operator.compile.leaf.ToolCompiler;

/** The compilers of the three kinds, and who judges what they made before. */
record LeafCompilers(ToolCompiler tools, PromptCompiler prompts, ResourceCompiler resources, LastGood lastGood) {}
