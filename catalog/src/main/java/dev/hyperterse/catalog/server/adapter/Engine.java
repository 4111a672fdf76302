package dev.hyperterse.catalog.server.adapter;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.hyperterse.catalog.script.FetchGrant.Addresses;
import dev.hyperterse.catalog.values.ValueKey;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The database, API or MCP server behind an adapter. A value that may be secret is a key of the value set, never a text. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Engine.Mysql.class, name = "mysql"),
    @JsonSubTypes.Type(value = Engine.Postgres.class, name = "postgres"),
    @JsonSubTypes.Type(value = Engine.Sqlite.class, name = "sqlite"),
    @JsonSubTypes.Type(value = Engine.Mongodb.class, name = "mongodb"),
    @JsonSubTypes.Type(value = Engine.Redis.class, name = "redis"),
    @JsonSubTypes.Type(value = Engine.Http.class, name = "http"),
    @JsonSubTypes.Type(value = Engine.Mcp.class, name = "mcp")
})
public sealed interface Engine {
    /** An engine that is reached over the network. */
    sealed interface Remote extends Engine {
        ValueKey url();

        Optional<ValueKey> username();

        Optional<ValueKey> password();

        /** Where a file has the password, below the folder of secrets; read for each new connection. */
        default Optional<String> passwordFile() {
            return Optional.empty();
        }

        Tls tls();
    }

    /** An engine that takes requests of HTTP. */
    sealed interface OverHttp extends Remote {
        /** Where its host may be. */
        Addresses addresses();

        /** The headers that each request has, by their names in lower case. */
        Map<String, ValueKey> headers();

        /** The token that each request has. */
        Optional<ApiAuth> auth();
    }

    /** {@code url} is {@code mysql://host[:port]/database}, of MySQL or MariaDB, without credentials in it or with. */
    record Mysql(
            ValueKey url,
            Optional<ValueKey> username,
            Optional<ValueKey> password,
            Optional<String> passwordFile,
            Tls tls,
            Map<String, String> parameters)
            implements Remote {
        public Mysql {
            parameters = parameters == null ? Map.of() : new TreeMap<>(parameters);
        }
    }

    /** {@code url} is {@code postgresql://host[:port][,host...]/database}, without credentials in it or with. */
    record Postgres(
            ValueKey url,
            Optional<ValueKey> username,
            Optional<ValueKey> password,
            Optional<String> passwordFile,
            Tls tls,
            Map<String, String> parameters)
            implements Remote {
        public Postgres {
            parameters = parameters == null ? Map.of() : new TreeMap<>(parameters);
        }
    }

    /** {@code url} is {@code :memory:} or a path below the data directory. */
    record Sqlite(ValueKey url, Optional<ValueKey> initSql, Map<String, String> parameters) implements Engine {
        public Sqlite {
            parameters = parameters == null ? Map.of() : new TreeMap<>(parameters);
        }
    }

    /** {@code url} is {@code mongodb://host[:port][,host...]}, without a database, with credentials in it or without. */
    record Mongodb(
            ValueKey url,
            String database,
            Optional<ValueKey> username,
            Optional<ValueKey> password,
            Tls tls,
            Map<String, String> parameters)
            implements Remote {
        public Mongodb {
            parameters = parameters == null ? Map.of() : new TreeMap<>(parameters);
        }
    }

    /** {@code url} is {@code redis[s]://host[:port][,host...][/database]}, without credentials in it or with. */
    record Redis(
            ValueKey url,
            Optional<ValueKey> username,
            Optional<ValueKey> password,
            Optional<String> passwordFile,
            Tls tls)
            implements Remote {}

    /** {@code url} is {@code http[s]://host[:port][/path]}; requests are sent below its path. */
    record Http(
            ValueKey url,
            Optional<ValueKey> username,
            Optional<ValueKey> password,
            Tls tls,
            Addresses addresses,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, ValueKey> headers,
            Optional<ApiAuth> auth)
            implements OverHttp {
        public Http {
            headers = headers == null ? Map.of() : new TreeMap<>(headers);
        }
    }

    /**
     * {@code url} is {@code http[s]://host[:port][/path]}, the endpoint of an MCP server.
     *
     * @param elicitation whether it may ask users
     */
    record Mcp(
            ValueKey url,
            Optional<ValueKey> username,
            Optional<ValueKey> password,
            Tls tls,
            Addresses addresses,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, ValueKey> headers,
            Optional<ApiAuth> auth,
            @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean elicitation)
            implements OverHttp {
        public Mcp {
            headers = headers == null ? Map.of() : new TreeMap<>(headers);
        }
    }

    /** Transport security of a connection; certificates are PEM. */
    record Tls(TlsMode mode, Optional<ValueKey> ca, Optional<ValueKey> certificate, Optional<ValueKey> key) {}

    /** As libpq names them. */
    enum TlsMode {
        Disable,
        Prefer,
        Require,
        VerifyCa,
        VerifyFull
    }
}
