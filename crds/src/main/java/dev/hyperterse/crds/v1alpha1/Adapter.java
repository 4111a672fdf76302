package dev.hyperterse.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.Optional;

/** A named connection to a database. */
@ValidationRule(
        value = "[has(self.postgres), has(self.mysql), has(self.sqlite), has(self.mongodb), "
                + "has(self.redis)].filter(set, set).size() == 1",
        message = "exactly one of postgres, mysql, sqlite, mongodb and redis must be set")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Adapter(
        @JsonPropertyDescription("Name that statements use. Unique within the server.")
        @Required
        @Size(min = 1, max = Bounds.LABEL)
        @Pattern(Formats.LABEL)
        String name,

        @JsonPropertyDescription("ReadOnly (default: the database itself refuses to write) or ReadWrite.")
        Optional<Access> access,

        @JsonPropertyDescription(
                "Whether statements may have substitution Textual: a caller can then run any statement that the role may. SQL only. Forbidden (default) or Allowed.")
        Optional<Textual> textual,

        @JsonPropertyDescription(
                "Whether callers may write SQL of their own, by the built-in tools Explain and ExecuteSql: "
                        + "they can then read all that the role may. SQL with access ReadOnly only. Forbidden (default) or "
                        + "Allowed.")
        Optional<AllowSql> allowSql,

        @JsonPropertyDescription("Namespaces whose definitions may use the adapter. Default: Same.")
        Optional<Grant> namespaces,

        @JsonPropertyDescription("The connections that each replica keeps.")
        Optional<Pool> pool,

        @JsonPropertyDescription(
                "How long a statement may run, as in 500ms, 10s, 2m. Default 10s; a shorter timeout of a Tool"
                        + " wins.")
        @Size(max = Bounds.DURATION)
        @Pattern(Formats.DURATION)
        Optional<String> statementTimeout,

        @JsonPropertyDescription("A result with more rows is an error. Default 10000.") @Min(1) @Max(1000000)
        Optional<Integer> maxRows,

        @JsonPropertyDescription("A PostgreSQL database.") Optional<Postgres> postgres,

        @JsonPropertyDescription("A MySQL or MariaDB database.")
        Optional<Mysql> mysql,

        @JsonPropertyDescription("An SQLite database inside each replica.")
        Optional<Sqlite> sqlite,

        @JsonPropertyDescription("A MongoDB database.") Optional<Mongodb> mongodb,

        @JsonPropertyDescription("A Redis or Valkey database.")
        Optional<Redis> redis) {
    public Adapter {
        name = Absent.orEmpty(name);
        access = Absent.orEmpty(access);
        textual = Absent.orEmpty(textual);
        allowSql = Absent.orEmpty(allowSql);
        namespaces = Absent.orEmpty(namespaces);
        pool = Absent.orEmpty(pool);
        statementTimeout = Absent.orEmpty(statementTimeout);
        maxRows = Absent.orEmpty(maxRows);
        postgres = Absent.orEmpty(postgres);
        mysql = Absent.orEmpty(mysql);
        sqlite = Absent.orEmpty(sqlite);
        mongodb = Absent.orEmpty(mongodb);
        redis = Absent.orEmpty(redis);
    }

    /** Whether the database may be changed. */
    public enum Access {
        ReadOnly,
        ReadWrite,
        /** A value of a newer API than this build; never written. */
        @JsonEnumDefaultValue
        Unrecognized
    }

    /** Whether callers may write SQL of their own. */
    public enum AllowSql {
        Forbidden,
        Allowed,
        /** A value of a newer API than this build; never written. */
        @JsonEnumDefaultValue
        Unrecognized
    }

    /** Whether statements may ask for textual substitution. */
    public enum Textual {
        Forbidden,
        Allowed,
        /** A value of a newer API than this build; never written. */
        @JsonEnumDefaultValue
        Unrecognized
    }
}
