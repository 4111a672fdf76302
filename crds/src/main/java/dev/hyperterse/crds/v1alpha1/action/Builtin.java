package dev.hyperterse.crds.v1alpha1.action;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import dev.hyperterse.crds.v1alpha1.shared.Formats;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.Optional;

/** A tool that Hyperterse brings along: its inputs and what it runs are given. */
@ValidationRule(value = "!has(self.maxCost) || self.tool == 'ExecuteSql'", message = "maxCost is for ExecuteSql only")
public record Builtin(
        @JsonPropertyDescription(
                "ListTables, DescribeTable (columns of one table), SearchObjects (tables and columns by a part of "
                        + "their name or comment), or, where the adapter has allowSql Allowed, ColumnValues (the most "
                        + "frequent values of a column), Explain (the plan of a statement) or ExecuteSql (runs a "
                        + "statement that reads).")
        @Required
        BuiltinTool tool,

        @JsonPropertyDescription(
                "Name of the adapter in the server's spec.adapters: a SQL database with access ReadOnly.")
        @Required
        @Size(min = 1, max = Bounds.LABEL)
        @Pattern(Formats.LABEL)
        String adapter,

        @JsonPropertyDescription(
                "ExecuteSql only: refuses a statement before it runs when the planner of PostgreSQL, MySQL or MariaDB"
                        + " estimates a higher cost, in the unit of that engine. Default: no limit but statementTimeout.")
        @Min(1)
        Optional<Long> maxCost) {}
