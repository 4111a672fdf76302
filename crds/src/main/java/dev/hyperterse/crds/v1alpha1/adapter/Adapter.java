package dev.hyperterse.crds.v1alpha1.adapter;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import dev.hyperterse.crds.v1alpha1.shared.Formats;
import dev.hyperterse.crds.v1alpha1.shared.Grant;
import dev.hyperterse.crds.v1alpha1.shared.Setting;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.Optional;

/** A named connection to a database, an HTTP API or another MCP server. */
@ValidationRule(
        value = "!has(self.postgres) || self.engine == 'Postgres'",
        message = "postgres is of engine Postgres only: remove it")
@ValidationRule(
        value = "!has(self.mysql) || self.engine == 'Mysql'",
        message = "mysql is of engine Mysql only: remove it")
@ValidationRule(
        value = "!has(self.sqlite) || self.engine == 'Sqlite'",
        message = "sqlite is of engine Sqlite only: remove it")
@ValidationRule(
        value = "has(self.mongodb) == (self.engine == 'Mongodb')",
        message = "engine Mongodb needs mongodb.database, and no other engine has mongodb")
@ValidationRule(
        value = "self.engine != 'Postgres' || self.url.matches(r'" + Formats.POSTGRES_URL + "')",
        message = "url of engine Postgres: postgresql://host:5432/database, or {{ env.NAME }}")
@ValidationRule(
        value = "self.engine != 'Mysql' || self.url.matches(r'" + Formats.MYSQL_URL + "')",
        message = "url of engine Mysql: mysql://host:3306/database, or {{ env.NAME }}")
@ValidationRule(
        value = "self.engine != 'Sqlite' || self.url.matches(r'" + Formats.SQLITE_URL + "')",
        message = "url of engine Sqlite: :memory: or a relative path, such as shop.db")
@ValidationRule(
        value = "self.engine != 'Mongodb' || self.url.matches(r'" + Formats.MONGODB_URL + "')",
        message = "url of engine Mongodb: mongodb://host:27017, or {{ env.NAME }}")
@ValidationRule(
        value = "self.engine != 'Redis' || self.url.matches(r'" + Formats.REDIS_URL + "')",
        message = "url of engine Redis: redis://host:6379/0, rediss:// for TLS, or {{ env.NAME }}")
@ValidationRule(
        value = "!has(self.http) || self.engine in ['Http', 'Mcp']",
        message = "http is of engines Http and Mcp only: remove it")
@ValidationRule(
        value = "self.engine != 'Http' || self.url.matches(r'" + Formats.HTTP_API_URL + "')",
        message = "url of engine Http: https://api.example.com/v1, or {{ env.NAME }}")
@ValidationRule(
        value = "self.engine != 'Mcp' || self.url.matches(r'" + Formats.HTTP_API_URL + "')",
        message = "url of engine Mcp: https://tools.example.com/mcp, or {{ env.NAME }}")
@ValidationRule(
        value = "!(has(self.password) && has(self.passwordFile))",
        message = "only one of password and passwordFile may be set")
@ValidationRule(
        value = "self.engine != 'Sqlite' || !(has(self.username) || has(self.password) || has(self.passwordFile) || "
                + "has(self.tls))",
        message = "engine Sqlite opens a file: remove username, password, passwordFile and tls")
@ValidationRule(
        value = "!(self.engine in ['Mongodb', 'Http', 'Mcp']) || !has(self.passwordFile)",
        message = "engines Mongodb, Http and Mcp read no passwordFile: use password")
@ValidationRule(
        value = "!has(self.masking) || self.engine in ['Postgres', 'Mysql', 'Sqlite']",
        message = "masking is of engines Postgres, Mysql and Sqlite only: remove it")
public record Adapter(
        @JsonPropertyDescription("Name that statements use. Unique within the server.")
        @Required
        @Size(min = 1, max = Bounds.LABEL)
        @Pattern(Formats.LABEL)
        String name,

        @JsonPropertyDescription(
                "What it is: Postgres, Mysql (or MariaDB), Sqlite (inside each replica), Mongodb, Redis (or Valkey), "
                        + "Http (an HTTP API), or Mcp (another MCP server).")
        @Required
        Engine engine,

        @JsonPropertyDescription(
                "Address of the database, as postgresql://host[:port][,host...]/database, mysql://host[:port]/database, "
                        + "mongodb://host[:port][,host...], redis[s]://host[:port][,host...][/database], "
                        + "http[s]://host[:port][/path], or for Sqlite :memory: or a path below the data directory. Credentials are better in username and password. "
                        + "sslmode and ssl-mode are read as tls.mode. May hold {{ env.NAME }}.")
        @Required
        @Size(min = 1, max = Bounds.URL)
        String url,

        @JsonPropertyDescription("User to connect as; of engines Http and Mcp the user of Basic authentication.")
        Optional<Setting> username,

        @JsonPropertyDescription("Password of the user. A change in its Secret is used without a failed call.")
        Optional<Setting> password,

        @JsonPropertyDescription("File with the password, read for each new connection: a path below "
                + "/var/run/hyperterse/secrets in a pod, below the manifests elsewhere. Not of Mongodb, Http and Mcp.")
        @Size(min = 1, max = Bounds.PATH)
        @Pattern(Formats.FILE_PATH)
        Optional<String> passwordFile,

        @JsonPropertyDescription(
                "Transport security of the connection. Default: mode Prefer for Postgres and Mysql, Disable "
                        + "for Mongodb, VerifyFull for rediss:// and https://.")
        Optional<Tls> tls,

        @JsonPropertyDescription(
                "ReadOnly (default: the database itself refuses to write; an HTTP API gets GET and HEAD only, an MCP server calls of "
                        + "tools with the hint readOnly) or ReadWrite.")
        Optional<Access> access,

        @JsonPropertyDescription(
                "Whether statements may have substitution Textual: a caller can then run any statement that the role may. SQL only. Forbidden (default) or Allowed.")
        Optional<Textual> textual,

        @JsonPropertyDescription(
                "Whether callers may write SQL of their own, by the built-in tools Explain and ExecuteSql, or "
                        + "choose a column, by ColumnValues: they can then read all that the role may. SQL with access "
                        + "ReadOnly only. Forbidden (default) or Allowed.")
        Optional<AllowSql> allowSql,

        @JsonPropertyDescription("Namespaces whose definitions may use the adapter. Default: Same.")
        Optional<Grant> namespaces,

        @JsonPropertyDescription("The connections that each replica keeps.")
        Optional<Pool> pool,

        @JsonPropertyDescription(
                "How long a statement or request may take, as in 500ms, 10s, 2m. Default 10s; a shorter timeout of a Tool"
                        + " wins.")
        @Size(max = Bounds.DURATION)
        @Pattern(Formats.DURATION)
        Optional<String> statementTimeout,

        @JsonPropertyDescription("A result with more rows is an error. Default 10000.") @Min(1) @Max(1000000)
        Optional<Integer> maxRows,

        @JsonPropertyDescription(
                "Columns that callers see only masked. A statement whose columns cannot be traced to tables is refused to"
                        + " callers for whom a rule applies. SQL only. Default: every caller sees what the role sees.")
        Optional<Masking> masking,

        @JsonPropertyDescription("What only Postgres has.") Optional<Postgres> postgres,

        @JsonPropertyDescription("What only Mysql has.") Optional<Mysql> mysql,

        @JsonPropertyDescription("What only Sqlite has.") Optional<Sqlite> sqlite,

        @JsonPropertyDescription("What only Mongodb has.") Optional<Mongodb> mongodb,

        @JsonPropertyDescription("What only Http and Mcp have.")
        Optional<HttpApi> http) {
    /** The kind of database, API or server behind an adapter. */
    public enum Engine {
        Postgres,
        Mysql,
        Sqlite,
        Mongodb,
        Redis,
        Http,
        Mcp,
        Unrecognized
    }

    /** Whether the database may be changed. */
    public enum Access {
        ReadOnly,
        ReadWrite,
        Unrecognized
    }

    /** Whether callers may write SQL of their own. */
    public enum AllowSql {
        Forbidden,
        Allowed,
        Unrecognized
    }

    /** Whether statements may ask for textual substitution. */
    public enum Textual {
        Forbidden,
        Allowed,
        Unrecognized
    }
}
