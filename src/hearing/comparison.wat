;; Compares the newest frames of the sound with a piece, at places that follow one another. It reads four places at once:
;; 26 bits a frame in words of 32, with instructions that every processor of the last ten years has.
;; `npx vitest run src/hearing/alignment.test.ts --update` puts what is compiled from it into `comparison-code.ts`.
;;
;; Memory, in bytes:
;;     0   the bits of 64 frames of the sound, the newest first
;;   256   for each of them, where the frame of the piece is that it is compared with, at the first place
;;   512   room for four sums
;;   528   the piece: at the next place, each frame is the word that follows
(module
  (memory (export "memory") 1)

  ;; How many bits differ at each of four places, in the 16 frames of the sound from this address on.
  (func $differing (param $frame i32) (param $place i32) (result v128)
    (local $end i32)
    (local $sums v128)
    (local.set $end (i32.add (local.get $frame) (i32.const 64)))
    ;; A byte of a word has eight bits at most, so sixteen of them stay below what a byte can count.
    (loop $frames
      (local.set $sums
        (i8x16.add
          (local.get $sums)
          (i8x16.popcnt
            (v128.xor
              (v128.load32_splat (local.get $frame))
              (v128.load align=4 (i32.add (i32.load offset=256 (local.get $frame)) (local.get $place)))))))
      (local.set $frame (i32.add (local.get $frame) (i32.const 4)))
      (br_if $frames (i32.lt_u (local.get $frame) (local.get $end))))
    (i32x4.extadd_pairwise_i16x8_u (i16x8.extadd_pairwise_i8x16_u (local.get $sums))))

  ;; The first of the places, from 0, where fewest bits differ and fewer than `limit`, or -1; and how many do. Places where
  ;; more than `hopeless` differ in the 16 newest frames are left out.
  (func (export "nearest") (param $places i32) (param $hopeless i32) (param $limit i32) (result i32 i32)
    (local $first i32)
    (local $offset i32)
    (local $nearest i32)
    (local $sums v128)
    (local $hopeful v128)
    (local $those i32)
    (local $one i32)
    (local $sum i32)
    (local.set $nearest (i32.const -1))
    (block $end
      (loop $four
        (br_if $end (i32.ge_s (local.get $first) (local.get $places)))
        (local.set $offset (i32.shl (local.get $first) (i32.const 2)))
        (local.set $sums (call $differing (i32.const 0) (local.get $offset)))
        (local.set $hopeful (i32x4.le_u (local.get $sums) (i32x4.splat (local.get $hopeless))))
        (if (v128.any_true (local.get $hopeful))
          (then
            (local.set $sums (i32x4.add (local.get $sums) (call $differing (i32.const 64) (local.get $offset))))
            (local.set $sums (i32x4.add (local.get $sums) (call $differing (i32.const 128) (local.get $offset))))
            (local.set $sums (i32x4.add (local.get $sums) (call $differing (i32.const 192) (local.get $offset))))
            ;; A bit for each place that may be the one.
            (local.set $those
              (i32x4.bitmask
                (v128.and (local.get $hopeful) (i32x4.lt_u (local.get $sums) (i32x4.splat (local.get $limit))))))
            (v128.store offset=512 (i32.const 0) (local.get $sums))
            (block $none
              (loop $next
                (br_if $none (i32.eqz (local.get $those)))
                (local.set $one (i32.ctz (local.get $those)))
                (local.set $sum (i32.load offset=512 (i32.shl (local.get $one) (i32.const 2))))
                (local.set $one (i32.add (local.get $first) (local.get $one)))
                ;; What lies behind the last place is no part of the piece.
                (if (i32.and
                      (i32.lt_u (local.get $sum) (local.get $limit))
                      (i32.lt_s (local.get $one) (local.get $places)))
                  (then
                    (local.set $nearest (local.get $one))
                    (local.set $limit (local.get $sum))))
                (local.set $those (i32.and (local.get $those) (i32.sub (local.get $those) (i32.const 1))))
                (br $next)))))
        (local.set $first (i32.add (local.get $first) (i32.const 4)))
        (br $four)))
    (local.get $nearest)
    (local.get $limit)))
