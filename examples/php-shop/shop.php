<?php
// A shop in one file, laid out as a payment gateway of WooCommerce is: process_payment() sends the customer away,
// handle_webhook() learns what became of it. Try it with: php -S localhost:3001 shop.php

declare(strict_types=1);

/** Orders as files, each changed under a lock. In WooCommerce this is WC_Order. */
final class Order
{
    /** The order as it is after the work; null where there is none. Nobody else changes it meanwhile. */
    public static function change(string $id, callable $work, bool $isNew = false): ?array
    {
        if (!preg_match('/^[0-9a-f-]{36}$/D', $id)) return null;
        $folder = getenv('ORDERS') ?: __DIR__ . '/orders';
        if (!is_dir($folder)) mkdir($folder, 0700, true);
        $path = "$folder/$id.json";
        if (!$isNew && !is_file($path)) return null;
        $file = fopen($path, 'c+');
        flock($file, LOCK_EX);
        $order = $work(json_decode(stream_get_contents($file), true));
        rewind($file);
        ftruncate($file, 0);
        fwrite($file, json_encode($order, JSON_THROW_ON_ERROR));
        fclose($file);
        return $order;
    }
}

final class MalipoGateway
{
    /** Makes the payment of an order and says where to send the customer. Repeated, it is the same payment. */
    public function process_payment(array $order): array
    {
        $home = getenv('SHOP_URL') . '/orders/' . $order['id'];
        $created = $this->call('POST', '/v1/collections', [
            'merchant_id' => getenv('MALIPO_MERCHANT'),
            'amount' => $order['total'],
            'reference' => $order['id'],
            'description' => $order['name'],
            'redirect_url' => $home,
            'cancel_url' => $home,
        ], $order['id']);
        return ['result' => 'success', 'redirect' => $created['payment_url']];
    }

    /** Takes a delivery: refuses what is not signed by Malipo, and carries out the rest, each event once. */
    public function handle_webhook(string $body, array $server): int
    {
        $id = $server['HTTP_WEBHOOK_ID'] ?? '';
        $timestamp = $server['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
        if (!$this->is_genuine($body, $id, $timestamp, $server['HTTP_WEBHOOK_SIGNATURE'] ?? '')) return 401;
        $data = json_decode($body, true)['data'];
        // Events of the sandbox come here too, signed with the same secret, and tell of no money. What is paid on a page is live.
        if (($data['environment'] ?? '') !== 'live') return 204;
        Order::change($data['reference'] ?? '', function (array $order) use ($data): array {
            // Twice the same, or an older one after a newer one: neither has a higher sequence.
            if ($data['sequence'] <= $order['sequence']) return $order;
            return $this->settle(['sequence' => $data['sequence']] + $order, $data);
        });
        return 204;
    }

    /** The one place where an order changes. Only `successful`, for its amount and its reference, pays it. */
    private function settle(array $order, array $collection): array
    {
        $isOurs = $collection['reference'] === $order['id'] && $collection['currency'] === 'TZS';
        if (!$isOurs || cents($collection['amount']) !== cents($order['total'])) return $order;
        if ($collection['status'] === 'successful' && $order['status'] !== 'paid') {
            $order['status'] = 'paid';
            file_put_contents('php://stdout', "deliver {$order['name']} for {$order['id']}\n");
        }
        if ($collection['status'] === 'failed' && $order['status'] === 'waiting') $order['status'] = 'failed';
        if ($collection['status'] === 'reversed') $order['status'] = 'returned';
        return $order;
    }

    private function is_genuine(string $body, string $id, string $timestamp, string $signatures): bool
    {
        if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > 300) return false;
        $key = (string) base64_decode(substr((string) getenv('MALIPO_WEBHOOK_SECRET'), strlen('whsec_')), true);
        // Everybody can sign with a secret that is empty.
        if ($key === '') return false;
        $ours = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
        // While a secret is being changed there are two signatures.
        foreach (explode(' ', $signatures) as $theirs) {
            if (hash_equals($ours, $theirs)) return true;
        }
        return false;
    }

    private function call(string $method, string $path, array $body, string $key): array
    {
        $call = curl_init(getenv('MALIPO_URL') . $path);
        curl_setopt_array($call, [
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_POSTFIELDS => json_encode($body, JSON_THROW_ON_ERROR),
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_TIMEOUT => 30,
            CURLOPT_HTTPHEADER => [
                'Authorization: Bearer ' . getenv('MALIPO_KEY'),
                'Content-Type: application/json',
                'Idempotency-Key: ' . $key,
            ],
        ]);
        $answer = json_decode((string) curl_exec($call), true);
        if (!($answer['success'] ?? false)) throw new RuntimeException($answer['error']['message'] ?? 'No answer. Try again.');
        return $answer['data'];
    }
}

/** Cents as a whole number, of 15000, "15000.00" or 150.5. */
function cents(int|float|string $amount): int
{
    return (int) round((float) $amount * 100);
}

function uuid(): string
{
    $bytes = random_bytes(16);
    $bytes[6] = chr(ord($bytes[6]) & 0x0f | 0x40);
    $bytes[8] = chr(ord($bytes[8]) & 0x3f | 0x80);
    return vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split(bin2hex($bytes), 4));
}

const PRODUCTS = [
    'kanga' => ['name' => 'Kanga, two pieces', 'total' => 15000],
    'coffee' => ['name' => 'Kilimanjaro coffee, 250 g', 'total' => 12500],
];

$gateway = new MalipoGateway();
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
if ($path === '/malipo-events') {
    http_response_code($gateway->handle_webhook(file_get_contents('php://input'), $_SERVER));
} elseif ($path === '/orders' && $_SERVER['REQUEST_METHOD'] === 'POST') {
    // The id came with the form: a double tap is one order and one payment.
    $product = PRODUCTS[$_POST['product'] ?? ''] ?? null;
    $id = (string) ($_POST['order'] ?? '');
    $begin = fn (?array $order) => $order ?? ['id' => $id, 'status' => 'waiting', 'sequence' => 0] + $product;
    $order = $product === null ? null : Order::change($id, $begin, isNew: true);
    if ($order === null) http_response_code(400);
    else header('Location: ' . $gateway->process_payment($order)['redirect'], true, 303);
} elseif (preg_match('#^/orders/([0-9a-f-]{36})$#', $path, $found)) {
    $status = Order::change($found[1], fn (array $order) => $order)['status'] ?? 'unknown';
    if ($status === 'unknown') http_response_code(404);
    echo "<!doctype html><html lang=\"en\"><title>Order</title><p data-status=\"$status\">Your order is $status.";
} else {
    echo '<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1>';
    foreach (PRODUCTS as $product => ['name' => $name, 'total' => $total]) {
        echo "<form method=\"post\" action=\"/orders\"><input type=\"hidden\" name=\"product\" value=\"$product\">",
            '<input type="hidden" name="order" value="', uuid(), "\"><button>$name: $total TZS</button></form>";
    }
}
