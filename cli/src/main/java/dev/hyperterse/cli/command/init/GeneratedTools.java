package dev.hyperterse.cli.command.init;

import dev.hyperterse.cli.init.generate.GeneratedFiles.Made;
import dev.hyperterse.cli.init.generate.LeftOut;
import java.util.List;

/** The manifests that a database gets, and what of it they leave out. */
record GeneratedTools(Made made, List<LeftOut> leftOut) {}
