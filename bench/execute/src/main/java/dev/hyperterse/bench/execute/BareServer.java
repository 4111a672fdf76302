package dev.hyperterse.bench.execute;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.sql.SQLException;
import java.sql.Timestamp;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The handler that anybody would write in an afternoon: no validation, no limits, no catalog, no cancellation. */
final class BareServer {
    private final JsonMapper json = JsonMapper.shared();
    private final HikariDataSource pool;
    private final String select;

    private BareServer(HikariDataSource pool, Orders orders) {
        this.pool = pool;
        this.select = orders.before() + "?" + orders.after();
    }

    /** Arguments: JDBC URL, user name and password of the database, the size of the pool, and how many rows it returns. */
    public static void main(String[] arguments) throws IOException {
        var configuration = new HikariConfig();
        configuration.setJdbcUrl(arguments[0]);
        configuration.setUsername(arguments[1]);
        configuration.setPassword(arguments[2]);
        configuration.setMaximumPoolSize(Integer.parseInt(arguments[3]));
        var bare = new BareServer(new HikariDataSource(configuration), Orders.of(arguments[4]));
        var server = WebServer.builder()
                .address(InetAddress.getLoopbackAddress())
                .port(0)
                .routing(routing -> routing.post("/mcp", bare::answer))
                .build()
                .start();
        Measured.serve(server.port());
    }

    private void answer(ServerRequest request, ServerResponse response) throws SQLException {
        var message = json.readTree(request.content().as(InputStream.class));
        var id = message.get("params").get("arguments").get("id").asInt();
        var rows = json.createArrayNode();
        try (var connection = pool.getConnection();
                var statement = connection.prepareStatement(select)) {
            statement.setInt(1, id);
            try (var result = statement.executeQuery()) {
                var columns = result.getMetaData();
                while (result.next()) {
                    var row = rows.addObject();
                    for (var position = 1; position <= columns.getColumnCount(); position++) {
                        put(row, columns.getColumnLabel(position), result.getObject(position));
                    }
                }
            }
        }
        var answer = json.createObjectNode();
        answer.put("jsonrpc", "2.0");
        answer.set("id", message.get("id"));
        answer.putObject("result")
                .putArray("content")
                .addObject()
                .put("type", "text")
                .put("text", json.writeValueAsString(rows));
        response.header("Content-Type", "application/json");
        response.send(json.writeValueAsBytes(answer));
    }

    private static void put(ObjectNode row, String name, Object value) {
        if (value instanceof Timestamp timestamp) {
            row.put(name, timestamp.toInstant().toString());
        } else {
            row.putPOJO(name, value);
        }
    }
}
