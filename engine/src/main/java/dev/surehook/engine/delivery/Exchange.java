package dev.surehook.engine.delivery;

import dev.surehook.engine.delivery.HttpSender.Answered;
import dev.surehook.engine.delivery.HttpSender.NoAnswer;
import dev.surehook.engine.delivery.HttpSender.Outbound;
import dev.surehook.engine.delivery.HttpSender.Sent;
import dev.surehook.engine.target.AddressRefused;
import dev.surehook.engine.target.TargetUrl;
import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.message.BasicHttpRequest;
import org.apache.hc.core5.http.nio.entity.BasicAsyncEntityProducer;
import org.apache.hc.core5.http.nio.support.BasicRequestProducer;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.io.ModalCloseable;
import org.apache.hc.core5.net.URIAuthority;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request and its answer. It ends once: by itself, or because somebody else ends it, who then breaks the connection.
 * What was received until then counts: as soon as the head of the answer is there, a body that never ends changes nothing
 * about the status. Nothing here waits.
 */
final class Exchange implements FutureCallback<Boolean> {
    private static final String KEY = "surehook.exchange";
    private static final int MOST_CLOSED = 10;
    private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);

    private final PooledSender sender;
    private final Outbound request;
    private final Consumer<Sent> done;
    private final long start = System.nanoTime();
    private final AtomicBoolean ended = new AtomicBoolean();
    private final AnswerBody body = new AnswerBody();
    private volatile boolean hasConnection;
    private volatile boolean written;
    private volatile boolean completed;
    private volatile boolean dialled;
    private int closedBefore;
    private volatile @Nullable Head head;
    private volatile @Nullable Future<?> timeout;
    private volatile @Nullable Future<?> running;
    private volatile @Nullable ModalCloseable handshake;
    private volatile String tunnelEnd = "";

    /** Of an answer. */
    private record Head(int status, @Nullable String retryAfter) {}

    Exchange(PooledSender sender, Outbound request, Consumer<Sent> done) {
        this.sender = sender;
        this.request = request;
        this.done = done;
    }

    /** Whose connection or request it is. */
    static Exchange of(HttpContext context) {
        if (context.getAttribute(KEY) instanceof Exchange exchange) {
            return exchange;
        }
        throw new IllegalStateException("the client was used without an exchange");
    }

    Outbound request() {
        return request;
    }

    AnswerBody body() {
        return body;
    }

    boolean hasEnded() {
        return ended.get();
    }

    void begin() {
        Optional<String> unknown = request.way()
                .identity()
                .filter(name -> !sender.settings().identities().containsKey(name));
        if (unknown.isPresent()) {
            // Not without it: what the receiver made of that would look like its own answer.
            end("there is no client identity \"" + unknown.get() + "\" on this node", false);
        } else if (sender.settings().proxy().isEmpty()) {
            execute();
        } else if (sender.settings().proxy().get().trusted()) {
            tunnelEnd = request.url().host();
            execute();
        } else {
            hasConnection = true;
            Object ignored = judged(request.url().host()).whenComplete((addresses, fault) -> {
                if (fault != null) {
                    fail(fault);
                } else {
                    tunnelEnd = addresses.get(0).getHostAddress();
                    execute();
                }
            });
        }
    }

    private void execute() {
        if (ended.get()) {
            return;
        }
        HttpClientContext context = HttpClientContext.create();
        context.setAttribute(KEY, this);
        // Connections of one way are for no other.
        context.setUserToken(request.way());
        context.setRequestConfig(rules(request.timeouts().total()));
        sender.settings().proxy().ifPresent(proxy -> Tunnels.logIn(proxy, context));
        TargetUrl url = request.url();
        try {
            CloseableHttpAsyncClient client = sender.client();
            running = client.execute(
                    new HttpHost(url.scheme(), url.host(), url.port()),
                    // The very array that was signed: nothing between here and the socket rewrites it.
                    new BasicRequestProducer(head(url), new BasicAsyncEntityProducer(request.body(), null)),
                    new AnswerReader(this),
                    null,
                    context,
                    this);
        } catch (RuntimeException e) {
            fail(e);
        }
        if (ended.get()) {
            breakOff();
        }
    }

    private BasicHttpRequest head(TargetUrl url) {
        BasicHttpRequest post = new BasicHttpRequest(
                "POST",
                url.scheme(),
                new URIAuthority(url.host(), url.hasDefaultPort() ? -1 : url.port()),
                url.requestTarget());
        for (Map.Entry<String, String> header : request.headers()) {
            post.addHeader(header.getKey(), header.getValue());
        }
        return post;
    }

    private static RequestConfig rules(Duration total) {
        return RequestConfig.custom()
                .setConnectionRequestTimeout(Timeout.of(total))
                // The clock of the whole attempt runs elsewhere; this ends what it forgot.
                .setResponseTimeout(Timeout.of(total.plusSeconds(1)))
                .setRedirectsEnabled(false)
                .setAuthenticationEnabled(false)
                .setExpectContinueEnabled(false)
                .setContentCompressionEnabled(false)
                .setProtocolUpgradeEnabled(false)
                .setHardCancellationEnabled(true)
                .build();
    }

    /** Those that a connection of this attempt may go to. A proxy is the operator's own, and not judged. */
    CompletableFuture<List<InetAddress>> addressesOf(String host) {
        hasConnection = true;
        dialled = true;
        return sender.settings().proxy().isPresent()
                ? sender.trustingJudge().addressesSoon(host, false, left())
                : judged(host);
    }

    private CompletableFuture<List<InetAddress>> judged(String host) {
        return sender.judge().addressesSoon(host, request.way().ipv4Only(), left());
    }

    private Duration left() {
        return request.timeouts().total().minus(took());
    }

    /** What the proxy is asked to connect to. */
    String tunnelEnd() {
        return tunnelEnd;
    }

    private String origin() {
        TargetUrl url = request.url();
        return url.scheme() + " " + url.host() + " " + url.port();
    }

    /** Whether its connection may serve others afterwards. */
    boolean keepsConnection() {
        return !sender.closingHosts().contains(origin());
    }

    /** Runs {@code task} after a while; cancelled by whoever does not need it any more. */
    Future<?> after(Duration delay, Runnable task) {
        return sender.after(delay, task);
    }

    /** A connection that belongs to nobody else yet. */
    void shakingHands(ModalCloseable connection) {
        handshake = connection;
        if (ended.get()) {
            breakHandshakeOff();
        }
    }

    void breakHandshakeOff() {
        ModalCloseable connection = handshake;
        if (connection != null && !written) {
            connection.close(CloseMode.IMMEDIATE);
        }
    }

    /** The request is about to be written; not for an attempt that has ended. */
    void writing() throws IOException {
        if (ended.get()) {
            throw new IOException("given up");
        }
        hasConnection = true;
        written = true;
        handshake = null;
    }

    /** The head of an answer is there. */
    void answered(HttpResponse response) throws IOException {
        if (!written) {
            // The client would hand the proxy's words out as if the receiver had said them.
            throw new ProxyRefused(response.getCode());
        }
        Header retryAfter = response.getFirstHeader("Retry-After");
        head = new Head(response.getCode(), retryAfter == null ? null : retryAfter.getValue());
    }

    @Override
    public void completed(Boolean whole) {
        // It ends when its connection is free: who sends the next request at once shall have it.
        completed = true;
    }

    /** The client is done with it. */
    void released() {
        if (completed) {
            end("no answer", false);
        }
    }

    @Override
    public void failed(Exception fault) {
        boolean closed = fault instanceof ConnectionClosedException || fault instanceof SocketException;
        if (closed && !dialled && written && head == null) {
            sender.closingHosts().add(origin());
        }
        if (closed && !dialled && !written && !ended.get() && closedBefore++ < MOST_CLOSED) {
            // A kept connection that the server had closed: nothing was written, so nothing is repeated.
            execute();
        } else {
            fail(fault);
        }
    }

    private void fail(Throwable fault) {
        if (fault instanceof AddressRefused refused) {
            end(refused.refusal().text(), true);
        } else {
            end(NetworkFault.reason(fault, request.timeouts()), false);
        }
    }

    @Override
    public void cancelled() {
        end("given up", false);
    }

    /** Whose turn it is to end it when its time is over; of no use once it has ended. */
    void endedBy(Future<?> clock) {
        timeout = clock;
        if (ended.get()) {
            clock.cancel(false);
        }
    }

    /** The total timeout is over. */
    void timeOut() {
        String limit = NetworkFault.text(request.timeouts().total());
        giveUp((hasConnection ? "no answer within " : "no connection free within ") + limit);
    }

    /** Ends it before its time, and its connection. */
    void giveUp(String reason) {
        end(reason, false);
        breakOff();
    }

    private void breakOff() {
        Future<?> client = running;
        if (client != null) {
            client.cancel(true);
        }
        breakHandshakeOff();
    }

    /** Ends it with what has been received, and for {@code otherwise} if that is nothing. The first call counts. */
    void end(String otherwise, boolean refused) {
        if (!ended.compareAndSet(false, true)) {
            return;
        }
        sender.ended(this);
        Future<?> clock = timeout;
        if (clock != null) {
            clock.cancel(false);
        }
        try {
            done.accept(sent(otherwise, refused));
        } catch (RuntimeException | Error e) {
            // On a thread of the client's, which serves others.
            LOG.error("The end of an attempt could not be told", e);
        }
    }

    private Sent sent(String otherwise, boolean refused) {
        Head received = head;
        if (received == null) {
            return new NoAnswer(otherwise, refused, took());
        }
        boolean cut = !body.isWhole();
        Duration retryAfter =
                RetryAfter.parse(received.retryAfter(), sender.clock().instant());
        return new Answered(received.status(), retryAfter, body.bytes(), cut, took());
    }

    private Duration took() {
        return Duration.ofNanos(System.nanoTime() - start);
    }
}
