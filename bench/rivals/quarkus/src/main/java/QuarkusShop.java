import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.quarkiverse.mcp.server.Tool;
import io.quarkiverse.mcp.server.ToolArg;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.stream.StreamSupport;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** The three tools of bench/workload on the Quarkus MCP server, all on the event loop: they block nowhere. */
final class QuarkusShop {
    private static final String HOST = "127.0.0.1";
    private static final int MOST_CONNECTIONS = 100;
    private static final int MOST_WAITING = 1000;
    private static final int OF_MEMBER = "product:".length();
    private static final TypeReference<List<CartItem>> ITEMS = new TypeReference<>() {};

    private final HttpClient http;
    private final Redis redis;
    private final ObjectMapper json;

    @Inject
    QuarkusShop(
            Vertx vertx,
            ObjectMapper json,
            @ConfigProperty(name = "api.port") int apiPort,
            @ConfigProperty(name = "valkey.port") int valkeyPort) {
        this.json = json;
        this.http = vertx.createHttpClient(new HttpClientOptions()
                .setDefaultHost(HOST)
                .setDefaultPort(apiPort)
                .setMaxPoolSize(MOST_CONNECTIONS));
        this.redis = Redis.createClient(
                vertx,
                new RedisOptions()
                        .setConnectionString("redis://" + HOST + ":" + valkeyPort)
                        .setMaxPoolSize(MOST_CONNECTIONS)
                        .setMaxPoolWaiting(MOST_WAITING));
    }

    record Product(long id, String sku, String name, double price, double rating) {}

    @JsonNaming(SnakeCaseStrategy.class)
    record Found(long totalFound, List<Product> products) {}

    @JsonNaming(SnakeCaseStrategy.class)
    public record RankedProduct(long id, String sku, String name, double price, double rating, int popularityRank) {}

    public record Products(
            String category, long total_found, List<RankedProduct> products, List<Long> top10_popular_ids) {}

    @JsonNaming(SnakeCaseStrategy.class)
    public record CartItem(long productId, int qty) {}

    @JsonNaming(SnakeCaseStrategy.class)
    public record Cart(List<CartItem> items, int itemCount, double estimatedTotal) {}

    @JsonNaming(SnakeCaseStrategy.class)
    public record UserCart(String userId, Cart cart, List<JsonNode> recentHistory) {}

    @JsonNaming(SnakeCaseStrategy.class)
    public record Item(long productId, int quantity) {}

    @JsonNaming(SnakeCaseStrategy.class)
    record Basket(String userId, List<Item> items) {}

    @JsonNaming(SnakeCaseStrategy.class)
    record Order(String orderId, List<Item> items, long ts) {}

    @JsonNaming(SnakeCaseStrategy.class)
    record Priced(String orderId, double total) {}

    @JsonNaming(SnakeCaseStrategy.class)
    public record Confirmed(
            String orderId, String userId, double total, int itemsCount, long rateLimitCount, String status) {}

    @Tool(
            name = "search_products",
            description = "Products of a category and a range of prices, with their rank among the popular ones")
    Uni<Products> searchProducts(
            @ToolArg String category,
            @ToolArg(name = "min_price") double minPrice,
            @ToolArg(name = "max_price") double maxPrice,
            @ToolArg int limit) {
        var uri = "/products/search?category=" + URLEncoder.encode(category, StandardCharsets.UTF_8) + "&min_price="
                + minPrice + "&max_price=" + maxPrice + "&limit=" + limit;
        var popular = redis.send(Request.cmd(Command.ZRANGE)
                .arg("bench:popular")
                .arg(0)
                .arg(9)
                .arg("REV"));
        return uni(get(uri, Found.class).compose(found -> popular.map(members -> {
            var ids = StreamSupport.stream(members.spliterator(), false)
                    .map(member -> Long.parseLong(member.toString().substring(OF_MEMBER)))
                    .toList();
            var ranked = found.products().stream()
                    .map(it -> new RankedProduct(
                            it.id(), it.sku(), it.name(), it.price(), it.rating(), ids.indexOf(it.id()) + 1))
                    .toList();
            return new Products(category, found.totalFound(), ranked, ids);
        })));
    }

    @Tool(name = "get_user_cart", description = "The cart of a user and the user's orders")
    Uni<UserCart> getUserCart(@ToolArg(name = "user_id") String userId) {
        return uni(redis.send(Request.cmd(Command.HGETALL).arg("bench:cart:" + userId)).compose(cart -> {
            var items = read(cart.get("items").toBytes(), ITEMS);
            var first = items.isEmpty() ? 1 : items.getFirst().productId();
            var history = redis.send(Request.cmd(Command.LRANGE)
                    .arg("bench:history:" + userId)
                    .arg(0)
                    .arg(4));
            return get("/products/" + first, Product.class).compose(_ -> history.map(orders -> new UserCart(
                    userId,
                    new Cart(items, items.size(), cart.get("total").toDouble()),
                    StreamSupport.stream(orders.spliterator(), false)
                            .map(this::tree)
                            .toList())));
        }));
    }

    @Tool(name = "checkout", description = "Prices an order, counts and records it")
    Uni<Confirmed> checkout(@ToolArg(name = "user_id") String userId, @ToolArg List<Item> items) {
        var counter = Integer.parseInt(userId.substring(userId.lastIndexOf('-') + 1)) % 100;
        var now = Instant.now().getEpochSecond();
        var pipeline = redis.batch(List.of(
                Request.cmd(Command.INCR).arg("bench:ratelimit:user-%05d".formatted(counter)),
                Request.cmd(Command.RPUSH)
                        .arg("bench:history:" + userId)
                        .arg(written(new Order(userId + "/" + now, items, now))),
                Request.cmd(Command.ZADD)
                        .arg("bench:popular")
                        .arg("INCR")
                        .arg(1)
                        .arg("product:" + items.getFirst().productId())));
        var priced = http.request(HttpMethod.POST, "/cart/calculate")
                .compose(request -> request.putHeader("Content-Type", "application/json")
                        .send(written(new Basket(userId, items))))
                .compose(HttpClientResponse::body)
                .map(body -> read(body, Priced.class));
        return uni(priced.compose(order -> pipeline.map(replies -> new Confirmed(
                order.orderId(), userId, order.total(), items.size(), replies.getFirst().toLong(), "confirmed"))));
    }

    private <T> Future<T> get(String uri, Class<T> type) {
        return http.request(HttpMethod.GET, uri)
                .compose(HttpClientRequest::send)
                .compose(HttpClientResponse::body)
                .map(body -> read(body, type));
    }

    private static <T> Uni<T> uni(Future<T> future) {
        return Uni.createFrom().completionStage(future.toCompletionStage());
    }

    private <T> T read(Buffer body, Class<T> type) {
        try {
            return json.readValue(body.getBytes(), type);
        } catch (IOException malformed) {
            throw new UncheckedIOException(malformed);
        }
    }

    private <T> T read(byte[] text, TypeReference<T> type) {
        try {
            return json.readValue(text, type);
        } catch (IOException malformed) {
            throw new UncheckedIOException(malformed);
        }
    }

    private JsonNode tree(Response text) {
        try {
            return json.readTree(text.toBytes());
        } catch (IOException malformed) {
            throw new UncheckedIOException(malformed);
        }
    }

    private Buffer written(Object value) {
        try {
            return Buffer.buffer(json.writeValueAsBytes(value));
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }
}
