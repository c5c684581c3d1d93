'use strict';
// Charts, then the board. `data` is the match, see dataset in report.go.
(() => {
  const colors = ['#2f6fb2', '#c4642d', '#3f8f4f', '#8a5ab0', '#b0468a', '#7d7a2a', '#2a8d8d', '#a33a3a'];
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  Chart.defaults.color = dark ? '#bdb8ac' : '#55524b';
  Chart.defaults.borderColor = dark ? '#3a3731' : '#e6e1d6';
  Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
  Chart.defaults.animation = false;
  Chart.defaults.maintainAspectRatio = false;
  Chart.defaults.elements.point.radius = 0;
  Chart.defaults.elements.line.borderWidth = 2;
  const numbers = (n) => Array.from({ length: n }, (_, i) => i + 1);
  const draw = (id, config) => new Chart(document.getElementById(id), config);
  const line = (label, i, values, more) => Object.assign({ label, data: values, borderColor: colors[i % colors.length], backgroundColor: colors[i % colors.length], spanGaps: true }, more);
  const games = data.games.length;
  const over = (values) => values.map((_, i) => Math.round((i + 1) * games / values.length));

  const course = data.course[0];
  if (course) {
    draw('chart-score', { type: 'line', data: { labels: over(course.score), datasets: data.players.map((p, i) => line(p, i, data.course[i].score)) },
      options: { scales: { y: { min: 0, max: 100, title: { display: true, text: '%' } } } } });
    const bands = [];
    data.players.slice(0, data.players.length === 2 ? 1 : undefined).forEach((p, i) => {
      const c = data.course[i];
      bands.push(line(p, i, c.elo));
      if (data.players.length === 2) {
        const edge = { borderWidth: 1, borderDash: [4, 3] };
        bands.push(line('low', i, c.low, edge), line('high', i, c.high, Object.assign({ fill: '-1', backgroundColor: colors[i] + '22' }, edge)));
      }
    });
    draw('chart-elo', { type: 'line', data: { labels: over(course.elo), datasets: bands }, options: { plugins: { legend: { labels: { filter: (l) => l.text !== 'low' && l.text !== 'high' } } }, scales: { y: { suggestedMin: -100, suggestedMax: 100 } } } });
  }
  const byPly = (id, rows) => draw(id, { type: 'line', data: { labels: numbers(Math.max(0, ...rows.map((r) => (r || []).length))), datasets: data.players.map((p, i) => line(p, i, rows[i] || [], { borderWidth: 1.5 })) },
    options: { scales: { y: { beginAtZero: true } } } });
  byPly('chart-depth', data.depth || []);
  byPly('chart-speed', data.speed || []);
  draw('chart-lengths', { type: 'bar', data: { labels: data.lengths.labels, datasets: [{ label: 'games', data: data.lengths.counts, backgroundColor: colors[0] }] }, options: { plugins: { legend: { display: false } }, scales: { y: { ticks: { precision: 0 } } } } });
  const ends = data.endings || [];
  draw('chart-endings', { type: 'bar', data: { labels: ends.map((e) => e.Reason), datasets: [
    { label: 'Black won', data: ends.map((e) => e.Black), backgroundColor: '#4a4741' },
    { label: 'White won', data: ends.map((e) => e.White), backgroundColor: '#d3b273' },
    { label: 'drawn', data: ends.map((e) => e.Draws), backgroundColor: '#8fa6b8' }] },
    options: { indexAxis: 'y', scales: { x: { stacked: true, ticks: { precision: 0 } }, y: { stacked: true } } } });
  document.body.dataset.charts = Object.keys(Chart.instances).length;
})();

(() => {
  const $ = (id) => document.getElementById(id);
  const canvas = $('board'), ctx = canvas.getContext('2d');
  let game, set, ply = 0, cells = [], hands = [];
  let scale = 1, panX = 0, panY = 0, fitted = true; // view: board units to pixels

  const results = { black: 'Black won', white: 'White won', draw: 'drawn' };
  data.games.forEach((g, i) => {
    const o = document.createElement('option');
    o.value = i;
    o.textContent = `${g.n + 1}: ${g.b} – ${g.w}, ${results[g.r]}, ${g.why}`;
    $('game').append(o);
  });

  function load(i) {
    game = data.games[i];
    set = game && game.moves ? data.variants[game.v] : null;
    $('moves').replaceChildren();
    $('result').textContent = game ? `${game.v}: ${results[game.r]}, ${game.why}` : 'no games';
    if (!set) { draw(); return; }
    game.moves.forEach((m, k) => {
      const li = document.createElement('li');
      li.textContent = m.t;
      if (k < game.opening) li.className = 'book';
      li.onclick = () => go(k + 1);
      $('moves').append(li);
    });
    $('ply').max = game.moves.length;
    fit();
    go(0);
  }

  // position sets up the board after n moves.
  function position(n) {
    cells = [];
    for (const c of game.start) {
      if (c < 0) for (let i = 0; i < -c; i++) cells.push(0);
      else cells.push(c);
    }
    hands = game.hands || [];
    for (let i = 0; i < n; i++) {
      const m = game.moves[i];
      for (let k = 0; k < (m.c || []).length; k += 2) cells[m.c[k]] = m.c[k + 1];
      if (m.h) hands = m.h;
    }
  }

  function go(n) {
    if (!set) return;
    ply = Math.max(0, Math.min(game.moves.length, n));
    position(ply);
    $('ply').value = ply;
    $('where').textContent = `${ply} / ${game.moves.length}`;
    const m = ply ? game.moves[ply - 1] : null;
    $('note').textContent = m ? `${m.t}  ${m.i || (ply <= game.opening ? 'opening' : '')}` : 'start';
    const items = $('moves').children;
    for (const li of $('moves').querySelectorAll('.now')) li.classList.remove('now');
    if (ply) {
      const li = items[ply - 1], list = $('moves');
      li.classList.add('now');
      if (li.offsetTop < list.scrollTop + list.offsetTop || li.offsetTop > list.scrollTop + list.offsetTop + list.clientHeight - 30) list.scrollTop = li.offsetTop - list.offsetTop - list.clientHeight / 2;
    } else $('moves').scrollTop = 0;
    showHands();
    canvas.dataset.cells = cells.join(); // for tests
    draw();
  }

  function showHands() {
    for (const [who, from] of [['black', 0], ['white', set.hands ? set.hands.length : 0]]) {
      const parts = [];
      (set.hands || []).forEach((k, i) => {
        const n = hands[from + i];
        if (n) parts.push(name(k) + (n > 1 ? '×' + n : ''));
      });
      const side = who === 'black' ? '☗ ' + game.b : '☖ ' + game.w;
      $('hand-' + who).textContent = side + (parts.length ? ': ' + parts.join(' ') : '');
    }
  }

  const name = (k) => $('letters').checked ? set.kinds[k][1] : set.kinds[k][0];
  const margin = 0.7; // of a square, for the coordinates

  function fit() {
    const w = canvas.clientWidth, h = canvas.clientHeight;
    scale = Math.min(w / (set.files + 2 * margin), h / (set.ranks + 2 * margin));
    panX = (w - scale * set.files) / 2;
    panY = (h - scale * set.ranks) / 2;
    fitted = true;
  }

  function draw() {
    const ratio = devicePixelRatio || 1, w = canvas.clientWidth, h = canvas.clientHeight;
    if (canvas.width !== Math.round(w * ratio) || canvas.height !== Math.round(h * ratio)) {
      canvas.width = Math.round(w * ratio);
      canvas.height = Math.round(h * ratio);
    }
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    ctx.clearRect(0, 0, w, h);
    if (!set) return;
    const style = getComputedStyle(document.documentElement);
    const color = (n) => style.getPropertyValue(n).trim();
    const last = ply ? game.moves[ply - 1].m : [];
    ctx.fillStyle = color('--mark');
    for (const c of last) ctx.fillRect(panX + (c % set.files) * scale, panY + Math.floor(c / set.files) * scale, scale, scale);
    ctx.strokeStyle = color('--grid');
    ctx.lineWidth = Math.max(0.6, scale / 40);
    ctx.beginPath();
    for (let x = 0; x <= set.files; x++) { ctx.moveTo(panX + x * scale, panY); ctx.lineTo(panX + x * scale, panY + set.ranks * scale); }
    for (let y = 0; y <= set.ranks; y++) { ctx.moveTo(panX, panY + y * scale); ctx.lineTo(panX + set.files * scale, panY + y * scale); }
    ctx.stroke();
    const font = getComputedStyle(document.body).fontFamily;
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    ctx.fillStyle = color('--grid');
    ctx.font = `${Math.min(14, scale * 0.36)}px ${font}`;
    // The coordinates stay in sight when the board is moved.
    const top = Math.max(panY - scale * 0.35, 8), left = Math.min(panX + (set.files + 0.4) * scale, w - 9);
    for (let x = 0; x < set.files; x++) ctx.fillText(set.files - x, panX + (x + 0.5) * scale, top);
    for (let y = 0; y < set.ranks; y++) ctx.fillText(rank(y), left, panY + (y + 0.5) * scale);
    cells.forEach((c, i) => {
      if (!c) return;
      const x = panX + (i % set.files + 0.5) * scale, y = panY + (Math.floor(i / set.files) + 0.5) * scale;
      if (x < -scale || y < -scale || x > w + scale || y > h + scale) return;
      piece(x, y, c >> 1, c & 1, font, color);
    });
  }

  const rank = (y) => y < 26 ? String.fromCharCode(97 + y) : 'a' + String.fromCharCode(97 + y - 26);

  // piece draws kind k of a side: its kanji one above the other, as large as
  // the square allows; promoted ones in red.
  function piece(x, y, k, white, font, color) {
    const [kanji, letters, promoted] = set.kinds[k];
    ctx.save();
    ctx.translate(x, y);
    const flip = white && !$('upright').checked;
    if (flip) ctx.rotate(Math.PI);
    const s = scale * 0.47;
    ctx.beginPath();
    ctx.moveTo(0, -s);
    ctx.lineTo(s * 0.72, -s * 0.72);
    ctx.lineTo(s * 0.92, s * 0.96);
    ctx.lineTo(-s * 0.92, s * 0.96);
    ctx.lineTo(-s * 0.72, -s * 0.72);
    ctx.closePath();
    ctx.fillStyle = white && $('upright').checked ? '#d9e3ec' : color('--piece');
    ctx.fill();
    ctx.lineWidth = Math.max(0.5, scale / 60);
    ctx.strokeStyle = color('--grid');
    ctx.stroke();
    ctx.fillStyle = promoted ? color('--red') : '#1c1b19';
    if ($('letters').checked) {
      const size = Math.min(s * 1.1, 2.1 * s / Math.max(1, letters.length * 0.62));
      ctx.font = `600 ${size}px ${font}`;
      ctx.fillText(letters, 0, s * 0.15);
    } else {
      const signs = Array.from(kanji), n = Math.min(3, signs.length);
      const size = n === 1 ? s * 1.35 : (n === 2 ? s * 0.92 : s * 0.62);
      ctx.font = `${size}px ${font}`;
      for (let i = 0; i < n; i++) ctx.fillText(signs[i], 0, s * 0.1 + (i - (n - 1) / 2) * size * 1.0);
    }
    ctx.restore();
  }

  // zoom changes the scale about a point of the canvas.
  function zoom(factor, x, y) {
    const next = Math.max(4, Math.min(160, scale * factor));
    panX = x - (x - panX) * next / scale;
    panY = y - (y - panY) * next / scale;
    scale = next;
    fitted = false;
    draw();
  }
  const centre = () => [canvas.clientWidth / 2, canvas.clientHeight / 2];
  canvas.addEventListener('wheel', (e) => { e.preventDefault(); const r = canvas.getBoundingClientRect(); zoom(Math.exp(-e.deltaY / 400), e.clientX - r.left, e.clientY - r.top); }, { passive: false });
  const fingers = new Map();
  canvas.addEventListener('pointerdown', (e) => { canvas.setPointerCapture(e.pointerId); fingers.set(e.pointerId, [e.clientX, e.clientY]); });
  canvas.addEventListener('pointermove', (e) => {
    const was = fingers.get(e.pointerId);
    if (!was) return;
    const now = [e.clientX, e.clientY];
    if (fingers.size === 2) { // two fingers pinch
      const other = [...fingers].find(([id]) => id !== e.pointerId)[1];
      const r = canvas.getBoundingClientRect();
      zoom(Math.hypot(now[0] - other[0], now[1] - other[1]) / Math.max(1, Math.hypot(was[0] - other[0], was[1] - other[1])), other[0] - r.left, other[1] - r.top);
    } else { panX += now[0] - was[0]; panY += now[1] - was[1]; fitted = false; draw(); }
    fingers.set(e.pointerId, now);
  });
  for (const end of ['pointerup', 'pointercancel']) canvas.addEventListener(end, (e) => fingers.delete(e.pointerId));
  const keys = { ArrowRight: 1, ArrowLeft: -1, PageDown: 10, PageUp: -10 };
  $('viewer').addEventListener('keydown', (e) => {
    if (e.target.tagName === 'SELECT' || e.target.type === 'range') return;
    if (keys[e.key]) { e.preventDefault(); go(ply + keys[e.key]); }
    if (e.key === 'Home') { e.preventDefault(); go(0); }
    if (e.key === 'End') { e.preventDefault(); go(1e9); }
    if (e.key === '+') zoom(1.25, ...centre());
    if (e.key === '-') zoom(0.8, ...centre());
  });
  $('first').onclick = () => go(0);
  $('prev').onclick = () => go(ply - 1);
  $('next').onclick = () => go(ply + 1);
  $('last').onclick = () => go(1e9);
  $('zoom-in').onclick = () => zoom(1.25, ...centre());
  $('zoom-out').onclick = () => zoom(0.8, ...centre());
  $('fit').onclick = () => { if (set) { fit(); draw(); } };
  $('ply').oninput = () => go(+$('ply').value);
  $('letters').onchange = () => go(ply);
  $('upright').onchange = draw;
  $('game').onchange = () => load(+$('game').value);
  addEventListener('resize', () => { if (set) { if (fitted) fit(); draw(); } });
  load(0);
  // #game=3&ply=40 opens a game at a move.
  const at = new URLSearchParams(location.hash.slice(1));
  if (at.has('game')) { $('game').value = at.get('game'); load(+at.get('game')); }
  if (at.has('ply')) go(+at.get('ply'));
  if (at.has('zoom')) zoom(+at.get('zoom'), ...centre());
  document.body.dataset.ready = set ? `${ply}/${game.moves.length}` : 'none';
})();
